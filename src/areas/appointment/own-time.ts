import type { Appointment, Slot } from '../../../contract/appointment/appointment.ts'
import { overridesFor, type Override } from '../../../contract/appointment/appointment.overrides.ts'
import { spanOn } from '../../../contract/availability/availability.rules.ts'
import type { Availability } from '../../../contract/availability/availability.ts'
import { isInTheWay, type VisitShape } from '../../../contract/visittype/visittype.rules.ts'
import { addDays, daysBetween, wallOf } from '../../../contract/kernel/time.ts'
import { overlaps } from '../availability/slot-days.ts'

/** A time of the desk's or the doctor's own choice as it would be booked, and the rules that it breaks as far as this device knows. */
export type OwnTime = { readonly slot: Slot; readonly needed: readonly Override[] }

/** A type's length, buffers and price, or the length and buffers of a visit that moves. */
export type ChosenShape = VisitShape & { readonly price?: number; readonly currency?: Slot['currency'] }

type Wish = {
  /** In epoch ms. */
  readonly start: number
  readonly minutes: number
  readonly type: Slot['type']
  readonly clinicId: string | null
  readonly exceptVisit?: string | undefined
  readonly chosen?: ChosenShape | undefined
}
type Hours = Pick<
  Availability,
  | 'id'
  | 'clinicId'
  | 'type'
  | 'status'
  | 'zone'
  | 'startDate'
  | 'endDate'
  | 'startTime'
  | 'endTime'
  | 'period'
  | 'price'
  | 'currency'
  | 'days'
  | 'off'
>
type Span = { readonly start: string; readonly end: string }
type Taken = {
  readonly visits: readonly (Span & Pick<Appointment, 'id' | 'visitType'>)[]
  readonly busy: readonly (Span & { readonly clinicId?: string | null | undefined })[]
}

/**
 * What the server would find (`server/areas/availability/own-time.ts`), from the doctor's hours and appointments on
 * this device: the hours of the kind and place that the time is in, otherwise the nearest, whose price applies; null if
 * there are none.
 */
export function ownTimeAt(wish: Wish, hours: readonly Hours[], taken: Taken, now: number): OwnTime | null {
  const { minutes, type, clinicId, exceptVisit, chosen } = wish
  const start = new Date(wish.start).toISOString()
  const end = new Date(wish.start + minutes * 60_000).toISOString()
  const kind = type === 'online' ? 'online' : 'physical'
  const [best] = hours
    .filter((each) => each.type === kind && each.clinicId === clinicId)
    .map((each) => ({ each, holds: holds(each, { start, end }), far: farFrom(each, start) }))
    .toSorted((a, b) => Number(b.holds) - Number(a.holds) || a.far - b.far || (a.each.id < b.each.id ? -1 : 1))
  if (!best) return null
  const { each } = best
  const isClosed = taken.busy.some((busy) => overlaps(busy, { start, end }) && (busy.clinicId ?? clinicId) === clinicId)
  const facts = {
    taken: taken.visits.some((visit) => visit.id !== exceptVisit && isInTheWay(visit, { start, end }, chosen)),
    open: best.holds && !isClosed,
    period: chosen?.duration ?? each.period,
  }
  return {
    slot: {
      start,
      end,
      availabilityId: each.id,
      clinicId,
      zone: each.zone,
      type,
      price: chosen?.price ?? each.price,
      currency: chosen?.currency ?? each.currency,
    },
    needed: overridesFor({ start, end }, facts, now),
  }
}

/** Whether the hours contain the span, on the day it begins or, if they pass midnight, on the evening before. */
function holds(hours: Hours, { start, end }: Span): boolean {
  const { date } = wallOf(Date.parse(start), hours.zone)
  return (
    hours.status === 'active' &&
    [date, addDays(date, -1)].some((began) => {
      const span = spanOn(hours, began, hours.zone)
      return span !== null && span.start <= Date.parse(start) && Date.parse(end) <= span.end
    })
  )
}

/** The days between the time and the hours' dates; inactive hours come after all active ones. */
function farFrom({ status, startDate, endDate, zone }: Hours, start: string): number {
  const { date } = wallOf(Date.parse(start), zone)
  const days = date < startDate ? daysBetween(date, startDate) : date > endDate ? daysBetween(endDate, date) : 0
  return status === 'active' ? days : days + 1_000_000
}
