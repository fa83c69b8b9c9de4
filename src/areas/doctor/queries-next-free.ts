import { useEffect, useState } from 'react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { doctorCalls } from '../../../contract/doctor/doctor.ts'
import { addDays, todayIn } from '../../../contract/kernel/time.ts'
import { call } from '../../api/call.ts'
import { keptSlots } from '../availability/queries-kept-slots.ts'
import { useDevice, type Device } from '../../screen/device.ts'
import { keepReplies } from '../../sync/keep-replies.ts'

/** A doctor's next free time: from the server now, from its last answer, or from the hours on this device. */
export type NextFree = { readonly next: Slot | null; readonly at: number; readonly fresh: boolean }

/**
 * The next free time of each doctor of a page: first as this device knows it, then by one request for all. Doctors
 * without a known time are absent; undefined while it loads.
 */
export function useNextFree(ids: readonly string[]): ReadonlyMap<string, NextFree> | undefined {
  const device = useDevice()
  const [found, setFound] = useState<{ key: string; map: ReadonlyMap<string, NextFree> }>()
  const key = ids.join()
  useEffect(() => {
    let gone = false
    const doctorIds = key ? key.split(',') : []
    const take = (map: ReadonlyMap<string, NextFree>) => {
      if (!gone) setFound({ key, map })
    }
    // the server's answer counts, even if it comes first
    const localTimes = knownHere(device, doctorIds)
    void ask(device, doctorIds).then(async (map) => take(map ?? (await localTimes)))
    void localTimes.then((map) => {
      if (!gone && map.size > 0) setFound((now) => (now?.key === key ? now : { key, map: withoutAge(map) }))
    })
    return () => void (gone = true)
  }, [device, key])
  return found?.key === key ? found.map : undefined
}

async function ask(device: Device, ids: readonly string[]): Promise<ReadonlyMap<string, NextFree> | null> {
  if (ids.length === 0) return new Map()
  const { db, now } = device
  const outcome = await call(doctorCalls['doctor.nextFree'], { ids: [...ids] })
  if (outcome.kind !== 'done') return null
  const { doctors } = outcome.reply
  await keepReplies(
    db,
    doctors.map(({ id, next }) => ({ key: keyOf(id), at: now(), reply: next })),
  )
  return new Map(doctors.map(({ id, next }) => [id, { next, at: now(), fresh: true }]))
}

async function knownHere(device: Device, ids: readonly string[]): Promise<ReadonlyMap<string, NextFree>> {
  const { db, now } = device
  const kept = await db.replies.bulkGet(ids.map(keyOf))
  const entries = await Promise.all(
    ids.map(async (id, i): Promise<[string, NextFree] | null> => {
      const answer = kept[i]
      const slot = answer?.reply as Slot | null | undefined // only this file writes under these keys
      if (answer && (!slot || Date.parse(slot.start) > now()))
        return [id, { next: slot ?? null, at: answer.at, fresh: false }]
      const drawn = await fromHours(device, id)
      return drawn && [id, drawn]
    }),
  )
  return new Map(entries.filter((entry) => entry !== null))
}

/** Hides the age while the server is being asked. */
const withoutAge = (map: ReadonlyMap<string, NextFree>) =>
  new Map([...map].map(([id, each]) => [id, { ...each, fresh: true }]))

/** The free time that hours and visits on this device leave in the next two weeks. */
async function fromHours({ db, zone, now }: Device, id: string): Promise<NextFree | null> {
  const today = todayIn(zone, now())
  const days = { doctor: id, start: String(today), end: String(addDays(today, 13)) }
  const known = await Promise.all([
    keptSlots(db, { ...days, type: 'physical' }, now()),
    keptSlots(db, { ...days, type: 'online' }, now()),
  ])
  const [first] = known.flatMap((each) => each?.free ?? []).toSorted((a, b) => a.start.localeCompare(b.start))
  const at = Math.min(...known.flatMap((each) => (each ? [each.at] : [])))
  return known.some(Boolean) ? { next: first ?? null, at, fresh: false } : null
}

const keyOf = (id: string) => `doctor.nextFree ${id}`
