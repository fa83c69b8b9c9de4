import { slotsOn } from '../../../contract/availability/availability.rules.ts'
import { addDays } from '../../../contract/kernel/time.ts'
import { isInTheWay } from '../../../contract/visittype/visittype.rules.ts'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { ShownBusy, ShownHours } from './queries.ts'

/** One slot of the preview: free to book, booked, closed by the doctor, past, or of inactive hours. */
export type PreviewSlot = {
  readonly hoursId: string
  /** Epoch ms. */
  readonly start: number
  readonly end: number
  readonly state: 'free' | 'booked' | 'closed' | 'past' | 'passive'
}
type Taken = {
  readonly visits: readonly Pick<Appointment, 'start' | 'end' | 'visitType'>[]
  readonly busy: readonly Pick<ShownBusy, 'start' | 'end' | 'clinicId'>[]
}

/** The slots of seven days from `monday` (YYYYMMDD), a list per day in time order (rules 5–7). */
export function weekSlots(
  hours: readonly ShownHours[],
  taken: Taken,
  monday: number,
  now: number,
): readonly (readonly PreviewSlot[])[] {
  const meets = (slot: { start: number; end: number }, time: { start: string; end: string }) =>
    Date.parse(time.start) < slot.end && Date.parse(time.end) > slot.start
  return Array.from({ length: 7 }, (_, weekday) =>
    hours
      .flatMap((each) => slotsOn(each, addDays(monday, weekday), each.zone).map((slot) => ({ ...slot, hours: each })))
      .map(({ hours: { id, status, clinicId }, start, end }): PreviewSlot => {
        const slot = { start, end }
        const state = taken.visits.some((visit) => isInTheWay(visit, asSpan(slot)))
          ? 'booked'
          : status === 'passive'
            ? 'passive'
            : taken.busy.some((closed) => (!closed.clinicId || closed.clinicId === clinicId) && meets(slot, closed))
              ? 'closed'
              : end <= now
                ? 'past'
                : 'free'
        return { hoursId: id, start, end, state }
      })
      .toSorted((a, b) => a.start - b.start || RANK[a.state] - RANK[b.state])
      // online and physical hours of one clinic may share a time, and a booking removes it from both (rule 8): draw
      // one slot
      .filter((slot, n, all) => slot.start !== all[n - 1]?.start),
  )
}

const asSpan = ({ start, end }: { start: number; end: number }) => ({
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
})
const RANK = { booked: 0, free: 1, closed: 2, past: 3, passive: 4 } as const
