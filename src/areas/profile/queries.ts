import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'
import { refreshPeriodically } from '../../sync/background.ts'

/** One's own record on this device with its unsent changes; null before it has been pulled. */
export function useProfile(): Shown<'person'> | null | undefined {
  const { db, person } = useDevice()
  return useLiveQuery(async () => {
    const stored = await rowsIn(db, 'person').get(person.id)
    return stored ? show('person', stored) : null
  }, [db, person.id])
}

/** A patient's own card. */
export function useOwnCard(): Shown<'patient'> | null | undefined {
  const { db, person } = useDevice()
  return useLiveQuery(async () => {
    const stored = await rowsIn(db, 'patient').get(person.id)
    return stored ? show('patient', stored) : null
  }, [db, person.id])
}

/** Bytes this app uses on the device, and whether the browser has promised to keep them; null if it does not say. */
export function useStorage(): { readonly used: number; readonly kept: boolean } | null {
  const [storage, setStorage] = useState<{ used: number; kept: boolean } | null>(null)
  useEffect(() => {
    let gone = false
    void Promise.all([navigator.storage?.estimate?.(), navigator.storage?.persisted?.()]).then(([estimate, kept]) => {
      if (!gone && estimate?.usage !== undefined) setStorage({ used: estimate.usage, kept: kept ?? false })
    })
    return () => void (gone = true)
  }, [])
  return storage
}

/**
 * Whether this browser fetches in the background while the app is closed; asking also turns that on if it is allowed.
 * Null until it is known.
 */
export function useRefreshes(): boolean | null {
  const [refreshes, setFreshens] = useState<boolean | null>(null)
  useEffect(() => {
    let gone = false
    void refreshPeriodically().then((does) => !gone && setFreshens(does))
    return () => void (gone = true)
  }, [])
  return refreshes
}
