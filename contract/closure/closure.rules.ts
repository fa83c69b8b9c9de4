import type { BusyTime } from '../availability/busy.ts'
import type { MessageCode } from '../kernel/messages.ts'
import { dayBounds, instantOf, type Wall } from '../kernel/time.ts'
import type { Closure } from './closure.ts'

type Span = { readonly start: string; readonly end: string }
type Closed = Span & Pick<Closure, 'clinicId'>

/** A year, and the day that a leap year has more. */
const MOST_MS = 366 * 86_400_000
const HOUR = 60

/** Why a clinic cannot be closed for this time; null if it can. */
export function whyNotClosure({ start, end }: Span): MessageCode | null {
  const length = Date.parse(end) - Date.parse(start)
  return length > 0 && length <= MOST_MS ? null : 'end_time_invalid'
}

/** Half-open, as in the database: what begins at the moment of opening is not in the closure. */
const isInside = (closed: Span, { start, end }: Span): boolean =>
  Date.parse(start) < Date.parse(closed.end) && Date.parse(end) > Date.parse(closed.start)

/** The closures that a time of a clinic falls into. A doctor’s own practice, of no clinic, is never closed. */
export const closuresAt = <C extends Closed>(
  closures: readonly C[],
  time: Span & { readonly clinicId: string | null },
): C[] => closures.filter((each) => each.clinicId === time.clinicId && isInside(each, time))

/** The times that are left when the clinics’ closures are taken out. */
export const outsideClosures = <T extends Span & { readonly clinicId: string | null }>(
  times: readonly T[],
  closures: readonly Closed[],
): T[] => times.filter((time) => closuresAt(closures, time).length === 0)

/** A closure as a closed time of one of the clinic’s doctors, which no one opens for that doctor alone. */
export const closedTimeOf = ({ id, version, clinicId, name, start, end }: Closure, doctorId: string): BusyTime => ({
  id,
  version,
  doctorId,
  start,
  end,
  title: name,
  linkId: null,
  clinicId,
  mine: false,
})

/** First and last day of a closure, or the wall times of the first minute and the first one that is open again. */
export type ClosureDraft =
  | { readonly kind: 'days'; readonly from: number; readonly to: number }
  | { readonly kind: 'hours'; readonly from: Wall; readonly to: Wall }

/**
 * A closure’s instants on the clinic’s clock; null if it ends before it begins. A day of 23 or 25 hours is closed as a
 * whole. A wall time that the clocks skip means the same time after the change.
 */
export function spanOfClosure(draft: ClosureDraft, zone: string): Span | null {
  const [from, to] =
    draft.kind === 'days'
      ? [dayBounds(draft.from, zone).from, dayBounds(draft.to, zone).to]
      : [momentOf(draft.from, zone), momentOf(draft.to, zone)]
  const span = { start: new Date(from).toISOString(), end: new Date(to).toISOString() }
  return whyNotClosure(span) ? null : span
}

function momentOf({ date, time }: Wall, zone: string): number {
  if (time === 2400) return dayBounds(date, zone).to
  const minutes = Math.floor(time / 100) * 60 + (time % 100)
  const at = (of: number) => instantOf({ date, time: Math.floor(of / 60) * 100 + (of % 60) }, zone)
  return at(minutes) ?? at(minutes + HOUR) ?? dayBounds(date, zone).to
}
