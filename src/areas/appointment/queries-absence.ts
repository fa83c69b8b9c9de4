import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { Appointment, Slot } from '../../../contract/appointment/appointment.ts'
import { whyNotThen } from '../../../contract/appointment/appointment.rules.ts'
import { addDays } from '../../../contract/kernel/time.ts'
import { rowsIn } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import { useDevice, type Device } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { fetchSlots, type ShownVisit } from './queries.ts'
import { SLOT_WINDOW_DAYS } from './queries-slots.ts'

/**
 * A doctor's free times after an absence, by start; `known` is false if neither the server nor this device knows them.
 */
export type FreeTimes = { readonly slots: readonly Slot[]; readonly known: boolean; readonly stale: boolean }

/** Whose times of which types are wanted. */
type Wanted = readonly (readonly [doctorId: string, types: readonly Appointment['type'][]])[]

/** For each doctor the free times of these types in four weeks from `from` (YYYYMMDD); undefined while they are fetched. */
export function useFreeTimes(wanted: Wanted, from: number): ReadonlyMap<string, FreeTimes> | undefined {
  const device = useDevice()
  const offline = useIsOffline()
  const sorted = wanted.map(([doctorId, types]) => [doctorId, types.toSorted()] as const)
  const query = wanted.length > 0 ? JSON.stringify([sorted, from, offline]) : null
  const [answer, setAnswer] = useState<{
    readonly query: string
    readonly times: ReadonlyMap<string, FreeTimes>
  } | null>(null)
  useEffect(() => {
    if (!query) return
    let gone = false
    const [doctors, first] = JSON.parse(query) as [Wanted, number]
    const ask = async () => {
      const times = new Map<string, FreeTimes>()
      for (const [doctorId, types] of doctors) times.set(doctorId, await askTimes(device, doctorId, types, first))
      if (!gone) setAnswer({ query, times })
    }
    ask().catch((error: unknown) => {
      // an error from a database that closes with its page is ignored
      if (!gone) throw error
    })
    return () => {
      gone = true
    }
  }, [device, query])
  return answer?.query === query ? answer?.times : undefined
}

/**
 * The appointments that were acted on, in this order and in their current state; those no longer on the device are left
 * out.
 */
export function useActedUpon(ids: readonly string[]): readonly ShownVisit[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const stored = await rowsIn(db, 'appointment').bulkGet([...ids])
    return stored.flatMap((row) => (row ? [show('appointment', row)] : []))
  }, [db, ids])
}

async function askTimes(
  device: Device,
  doctor: string,
  types: readonly Appointment['type'][],
  from: number,
): Promise<FreeTimes> {
  const { person, now, settings } = device
  const until = addDays(from, SLOT_WINDOW_DAYS - 1)
  const slots: Slot[] = []
  let known = true
  let stale = false
  for (const type of types) {
    const input = {
      doctor,
      start: String(from),
      end: String(until),
      type: type === 'online' ? 'online' : 'physical',
    } as const
    const answer = await fetchSlots(device, input)
    if (answer.kind === 'unknown') known = false
    else {
      stale ||= answer.stale
      slots.push(...answer.slots.filter((slot) => whyNotThen(slot, person, now(), settings) === null))
    }
  }
  return { slots: slots.toSorted((a, b) => a.start.localeCompare(b.start)), known, stale }
}
