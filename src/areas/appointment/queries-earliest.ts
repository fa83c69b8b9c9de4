import { useEffect, useState } from 'react'
import type { Appointment, Slot } from '../../../contract/appointment/appointment.ts'
import { availabilityCalls } from '../../../contract/availability/availability.ts'
import type { Input } from '../../../contract/calls.ts'
import { OFFERED_SLOTS } from '../../../contract/kernel/constants.ts'
import { addDays, todayIn } from '../../../contract/kernel/time.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { fetchSlots } from './queries.ts'

/** A doctor and the first free time with them. */
export type Earliest = { readonly doctorId: string; readonly slot: Slot }

/** The earliest free time of each matching doctor, earliest first; null if the server cannot be reached. */
export async function findEarliest(wish: Input<'availability.next'>): Promise<readonly Earliest[] | null> {
  const outcome = await call(availabilityCalls['availability.next'], wish)
  return outcome.kind === 'done' ? outcome.reply.free : null
}

/** The desk's search for a patient who takes the first free doctor; no specialty means any. */
export type AnyDoctorWish = {
  readonly clinicId: string
  readonly type: Appointment['type']
  readonly branchId: string | null
}

/**
 * Five times of any matching doctor, earliest first: the first time of each doctor and, if there are fewer than five
 * doctors, their next times within a week. Null if the server cannot be reached.
 */
export async function findFive(
  device: Device,
  { clinicId, type, branchId }: AnyDoctorWish,
): Promise<readonly Earliest[] | null> {
  const kind = type === 'online' ? 'online' : 'physical'
  const first = await findEarliest({ clinicId, type: kind, ...(branchId && { branchId }), most: OFFERED_SLOTS })
  if (!first) return null
  if (first.length === 0 || first.length >= OFFERED_SLOTS) return first
  const later = await Promise.all(
    first.map(async ({ doctorId, slot }) => {
      const day = todayIn(slot.zone, Date.parse(slot.start))
      const known = await fetchSlots(device, {
        doctor: doctorId,
        start: String(day),
        end: String(addDays(day, DAYS_FURTHER)),
        type: kind,
      })
      const slots = known.kind === 'known' ? known.slots : []
      return slots
        .filter((each) => each.clinicId === clinicId && each.type === type && each.start > slot.start)
        .map((each) => ({ doctorId, slot: each }))
    }),
  )
  const next = later.flat().toSorted(byStart)
  return [...first, ...next.slice(0, OFFERED_SLOTS - first.length)].toSorted(byStart)
}

const DAYS_FURTHER = 7
const byStart = (a: Earliest, b: Earliest) => Date.parse(a.slot.start) - Date.parse(b.slot.start)

/** The same for a screen: undefined while it loads, null without a network. */
export function useEarliest(wish: Input<'availability.next'>): readonly Earliest[] | null | undefined {
  const offline = useIsOffline()
  const query = JSON.stringify(wish)
  const [found, setFound] = useState<{ query: string; free: readonly Earliest[] | null } | null>(null)
  useEffect(() => {
    if (offline) return
    let gone = false
    void findEarliest(JSON.parse(query) as Input<'availability.next'>).then((free) => {
      if (!gone) setFound({ query, free })
    })
    return () => void (gone = true)
  }, [query, offline])
  if (offline) return null
  return found?.query === query ? found.free : undefined
}
