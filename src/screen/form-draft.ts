import { useEffect, useState } from 'react'
import { useDevice } from './device.ts'

export type FormDraft<T extends object> = {
  readonly values: T
  readonly set: (patch: Partial<T>) => void
  readonly dirty: boolean
  /** True if earlier input has been restored. */
  readonly restored: boolean
  /** Resets the form and deletes the draft; also used after saving. */
  readonly drop: () => Promise<void>
}

/**
 * A form's values, stored on this device while typing until they are saved (SCREENS B0 "draft"). Only what differs from
 * `start` is stored, so that fields others change meanwhile stay current. Fields in `secret` are never written to the
 * disk.
 */
export function useFormDraft<T extends object>(
  name: string,
  start: T,
  secret: readonly (keyof T)[] = [],
): FormDraft<T> {
  const { db } = useDevice()
  const [patch, setPatch] = useState<Partial<T>>({})
  const [restored, setRestored] = useState(false)
  useEffect(() => {
    let gone = false
    void db.drafts
      .get(name)
      .catch(() => undefined)
      .then((kept) => {
        if (gone || !kept) return
        // only the form of this name writes it; newer typing takes precedence
        setPatch((typed) => ({ ...(kept.value as Partial<T>), ...typed }))
        setRestored(true)
      })
    return () => void (gone = true)
  }, [db, name])
  const values = { ...start, ...patch }
  const dirty = !same(values, start)

  function set(more: Partial<T>) {
    const next = differing({ ...patch, ...more }, start)
    setPatch(next)
    const kept = without(next, secret)
    const written: Promise<unknown> = Object.keys(kept).length
      ? db.drafts.put({ name, value: kept })
      : db.drafts.delete(name)
    // a full device keeps no draft; saving reports that
    void written.catch(() => undefined)
  }
  async function drop() {
    setPatch({})
    setRestored(false)
    await db.drafts.delete(name)
  }
  return { values, set, dirty, restored: restored && dirty, drop }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function differing<T extends object>(patch: Partial<T>, start: T): Partial<T> {
  const names = Object.keys(patch) as (keyof T)[] // Object.keys loses the type of the keys
  return without(
    patch,
    names.filter((name) => same(patch[name], start[name])),
  )
}

const without = <T extends object>(patch: Partial<T>, names: readonly (keyof T)[]): Partial<T> =>
  Object.fromEntries(Object.entries(patch).filter(([name]) => !names.includes(name as keyof T))) as Partial<T>
