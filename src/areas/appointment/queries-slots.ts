import { useLiveQuery } from 'dexie-react-hooks'
import { useEffect, useState } from 'react'
import type { Appointment, Slot } from '../../../contract/appointment/appointment.ts'
import { whyNotThen } from '../../../contract/appointment/appointment.rules.ts'
import type { Input } from '../../../contract/calls.ts'
import { SLOT_STALE_MINUTES } from '../../../contract/kernel/constants.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { addDays, todayIn } from '../../../contract/kernel/time.ts'
import { useDevice, type Device } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { useMinute } from '../../ui/minute-clock.ts'
import { keptSlots, type KeptSlots } from '../availability/queries-kept-slots.ts'
import { fetchSlots } from './queries.ts'

/** Days per request; four weeks are one screen of the date strip. */
export const SLOT_WINDOW_DAYS = 28

/** Which doctor's times, of which kind, at which clinic; null is the doctor's own practice, undefined any place. */
export type SlotQuestion = {
  readonly doctorId: string
  readonly type: Appointment['type']
  readonly clinicId?: string | null | undefined
  /** A visit being moved does not block itself. */
  readonly exceptVisit?: string | undefined
  /** The type of visit whose length and buffers count. */
  readonly visitTypeId?: string | undefined
  /** The visit with a type that will move there: its length and buffers count. */
  readonly moves?: string | undefined
}

export type SlotsShown =
  | { readonly state: 'asking' }
  /** `stale`: older than 15 minutes or not confirmed by the server (SYNC). */
  | ({ readonly state: 'known'; readonly stale: boolean } & KeptSlots)
  | { readonly state: 'unknown'; readonly because: 'unreachable' | MessageCode }

/**
 * A doctor's times between two days (YYYYMMDD, at most 62): at once as this device knows them, and again as soon as the
 * server answers. If another booking arrives meanwhile, its time disappears without a request.
 */
export function useSlots(
  { doctorId, type, clinicId, exceptVisit, visitTypeId, moves }: SlotQuestion,
  from: number,
  to: number,
): SlotsShown {
  const device = useDevice()
  const offline = useIsOffline()
  const minute = useMinute()
  const { db, now, person, settings } = device
  const input = inputOf(doctorId, type, from, to, { visitTypeId, moves })
  const question = JSON.stringify([input, exceptVisit])
  const kept = useLiveQuery(() => keptSlots(db, input, now(), exceptVisit), [db, question, minute])
  const [answer, setAnswer] = useState<{ query: string; because: 'done' | 'unreachable' | MessageCode } | null>(null)
  // fetched again every few minutes, since others book meanwhile
  const query = `${doctorId} ${type} ${visitTypeId} ${moves} ${from} ${to} ${Math.floor(minute / REFRESH_MS)}`

  useEffect(() => {
    if (offline) return
    let gone = false
    const ask = async () => {
      const known = await fetchSlots(device, inputOf(doctorId, type, from, to, { visitTypeId, moves }))
      if (gone) return
      const refused = known.kind === 'unknown' && known.because.kind === 'refused' ? known.because.code : null
      setAnswer({ query, because: known.kind === 'known' && !known.stale ? 'done' : (refused ?? 'unreachable') })
    }
    ask().catch((error: unknown) => {
      // an error from a database that closes with its page is ignored
      if (!gone) throw error
    })
    return () => {
      gone = true
    }
  }, [device, offline, doctorId, type, visitTypeId, moves, from, to, query])

  const answered = offline ? 'unreachable' : answer?.query === query ? answer.because : null
  if (answered !== null && answered !== 'done' && answered !== 'unreachable')
    return { state: 'unknown', because: answered }
  if (kept === undefined || (kept === null && answered !== 'unreachable')) return { state: 'asking' }
  if (kept === null) return { state: 'unknown', because: 'unreachable' }
  const isOfClinic = (slot: Slot) => clinicId === undefined || slot.clinicId === clinicId
  return {
    state: 'known',
    stale: now() - kept.at > SLOT_STALE_MINUTES * 60_000 || answered === 'unreachable',
    ...kept,
    free: kept.free.filter((slot) => isOfClinic(slot) && whyNotThen(slot, person, now(), settings) === null),
    taken: kept.taken.filter(isOfClinic),
  }
}

/**
 * The first free time from today on, one window after the other up to the horizon; null if there is none or none is
 * known.
 */
export async function findFirstFree(device: Device, question: SlotQuestion, zone: string): Promise<Slot | null> {
  const { person, now, settings } = device
  const today = todayIn(zone, now())
  const last = addDays(today, device.settings.horizonDays)
  for (let from = today; from <= last; from = addDays(from, SLOT_WINDOW_DAYS)) {
    const known = await fetchSlots(
      device,
      inputOf(question.doctorId, question.type, from, addDays(from, SLOT_WINDOW_DAYS - 1), question),
    )
    if (known.kind === 'unknown') return null
    const found = known.slots.find(
      (slot) =>
        (question.clinicId === undefined || slot.clinicId === question.clinicId) &&
        whyNotThen(slot, person, now(), settings) === null,
    )
    if (found) return found
  }
  return null
}

const REFRESH_MS = 5 * 60_000

/** The request for a doctor's times of a kind between two days, YYYYMMDD, by a type of visit or for one that moves. */
export const inputOf = (
  doctor: string,
  type: Appointment['type'],
  from: number,
  to: number,
  { visitTypeId, moves }: Pick<SlotQuestion, 'visitTypeId' | 'moves'> = {},
): Input<'availability.get'> => ({
  doctor,
  start: String(from),
  end: String(to),
  type: type === 'online' ? 'online' : 'physical',
  ...(visitTypeId && { visitTypeId }),
  ...(moves && { moves }),
})
