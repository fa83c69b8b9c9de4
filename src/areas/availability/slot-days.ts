import type { Appointment, Slot } from '../../../contract/appointment/appointment.ts'
import type { Availability } from '../../../contract/availability/availability.ts'
import { slotsOn } from '../../../contract/availability/availability.rules.ts'
import { isInTheWay, type VisitShape } from '../../../contract/visittype/visittype.rules.ts'
import { addDays, wallOf } from '../../../contract/kernel/time.ts'

/** The day of a slot in its own zone, as the server counts (rules 1, 6). */
export const dayOf = (slot: Pick<Slot, 'start' | 'zone'>) => wallOf(Date.parse(slot.start), slot.zone).date

/** Days from first to last, both included; YYYYMMDD. */
export function daysFrom(first: number, last: number): number[] {
  const days: number[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}

/** An answer about free times: the days it covers and when it arrived, in epoch ms. */
export type KeptAnswer = {
  readonly from: number
  readonly to: number
  readonly at: number
  readonly slots: readonly Slot[]
}

/** For each day the newest answer that covers it; days without an answer are absent. */
export function newestByDay(answers: readonly KeptAnswer[], days: readonly number[]): Map<number, KeptAnswer> {
  const newestFirst = answers.toSorted((a, b) => b.at - a.at)
  return new Map(
    days.flatMap((day) => {
      const found = newestFirst.find(({ from, to }) => from <= day && day <= to)
      return found ? [[day, found] as const] : []
    }),
  )
}

/** All slots that active hours give on the days, taken or not (rules 5, 6), as long as a type's if one is given. */
export function slotsOfHours(hours: readonly Availability[], days: readonly number[], shape?: VisitShape): Slot[] {
  const slots = hours.flatMap((each) =>
    days.flatMap((date) => slotsOn(each, date, each.zone, shape).map((time) => slotOf(each, date, time))),
  )
  return slots.toSorted(byStart)
}

/**
 * Leaves out slots that have a visit known here, those in a closed time (one with a clinic counts only there), and those
 * that have ended. Between visits and slots the buffers of both are kept free (decision 0159).
 */
export function stillFree(
  slots: readonly Slot[],
  visits: readonly (Span & Pick<Appointment, 'visitType'>)[],
  closed: readonly (Span & { readonly clinicId?: string | null | undefined })[],
  now: number,
  shape?: VisitShape,
): Slot[] {
  return slots.filter(
    (slot) =>
      Date.parse(slot.end) > now &&
      !visits.some((visit) => isInTheWay(visit, slot, shape)) &&
      !closed.some((each) => (!each.clinicId || each.clinicId === slot.clinicId) && overlaps(each, slot)),
  )
}

/**
 * The taken slots between free ones: hours give slots at an even step (rule 6), so a gap of whole steps between two
 * free slots of the same hours was booked.
 */
export function takenBetween(free: readonly Slot[]): Slot[] {
  const byHours = Map.groupBy(free, (slot) => `${slot.availabilityId} ${slot.since ?? dayOf(slot)}`)
  return [...byHours.values()].flatMap((same) => {
    const [first, last] = [same[0], same.at(-1)]
    if (!first || !last) return []
    const length = Date.parse(first.end) - Date.parse(first.start)
    const known = new Set(same.map((slot) => Date.parse(slot.start)))
    const taken: Slot[] = []
    for (let at = Date.parse(first.start) + length; at < Date.parse(last.start); at += length) {
      if (known.has(at)) continue
      taken.push({ ...first, start: new Date(at).toISOString(), end: new Date(at + length).toISOString() })
    }
    return taken
  })
}

export const byStart = (a: Slot, b: Slot) => a.start.localeCompare(b.start)

type Span = { readonly start: string; readonly end: string }
/** Half-open, as in the database: a span that ends when the other begins does not overlap it. */
export const overlaps = (a: Span, b: Span) =>
  Date.parse(a.start) < Date.parse(b.end) && Date.parse(b.start) < Date.parse(a.end)

const slotOf = (hours: Availability, date: number, time: { start: number; end: number; since: number }): Slot => ({
  start: new Date(time.start).toISOString(),
  end: new Date(time.end).toISOString(),
  availabilityId: hours.id,
  clinicId: hours.clinicId,
  zone: hours.zone,
  type: hours.type === 'online' ? 'online' : 'face-to-face',
  price: hours.price,
  currency: hours.currency,
  ...(time.since !== date && { since: time.since }),
})
