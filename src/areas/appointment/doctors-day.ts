import { isOn, slotsOn, spanOn } from '../../../contract/availability/availability.rules.ts'
import { LONGEST_VISIT_MINUTES } from '../../../contract/kernel/constants.ts'
import { addDays, dayBounds } from '../../../contract/kernel/time.ts'
import { isInTheWay, type VisitShape } from '../../../contract/visittype/visittype.rules.ts'
import { MOST_BUFFER } from '../../../contract/visittype/visittype.ts'
import type { ShownBusy, ShownHours } from '../availability/queries.ts'
import { clip, joined, meet, type Span } from './doctors-axis.ts'
import type { ShownVisit } from './queries.ts'

/** A time of a doctor's hours that no one has. */
type FreeTime = Span & { readonly type: ShownVisit['type']; readonly clinicId: string | null }
/** A time kept free of appointments: closed by the clinic, or someone's in another calendar. */
type ClosedTime = Span & {
  readonly imported: boolean
  /** What it is called, such as a clinic's closure; null where this device is not told, as of a doctor's own reasons. */
  readonly name: string | null
}

/** One doctor's column of a day. */
export type DoctorDay = {
  /** The doctor's. */
  readonly id: string
  readonly open: readonly Span[]
  readonly closed: readonly ClosedTime[]
  readonly free: readonly FreeTime[]
  readonly visits: readonly ShownVisit[]
  /** Hours would be held on this weekday, and are not: days off, or all of it closed. */
  readonly isOff: boolean
}

/** What is known of a doctor's time around a day. */
export type DoctorTime = {
  readonly hours: readonly ShownHours[]
  readonly busy: readonly ShownBusy[]
  /** All that take time, also where a filter hides them. */
  readonly taken: readonly ShownVisit[]
}
export type DayAsked = {
  readonly day: number
  readonly zone: string
  readonly now: number
  /** Whose hours count; undefined: every clinic's. */
  readonly clinicId?: string | undefined
}

/** A doctor's column; null where the doctor neither works nor has an appointment that is shown. */
export function dayOfDoctor(
  id: string,
  { hours, busy, taken }: DoctorTime,
  shown: readonly ShownVisit[],
  context: DayAsked,
): DoctorDay | null {
  const { day, zone, clinicId } = context
  const bounds = dayBounds(day, zone)
  const active = hours.filter((each) => each.status === 'active' && (!clinicId || each.clinicId === clinicId))
  const open = joined(active.flatMap((each) => spansOn(each, bounds, context)))
  const closed = busy.flatMap((each): ClosedTime[] => {
    const span = clip(spanOf(each), bounds)
    return span ? [{ ...span, imported: Boolean(each.linkId), name: each.title }] : []
  })
  const wouldOpen = active.some((each) => isOn({ ...each, off: undefined }, day))
  if (open.length === 0 && !wouldOpen && shown.length === 0) return null
  return {
    id,
    open,
    closed,
    free: freeTimes(active, busy, taken, context),
    visits: shown,
    isOff: wouldOpen && open.every((span) => joined(closed).some((all) => all.from <= span.from && all.to >= span.to)),
  }
}

/**
 * The times of hours that begin on the day, are not over and belong to no one, in order. Where online and face to face hours share a time, it is offered
 * once, face to face.
 */
export function freeTimes(
  hours: readonly ShownHours[],
  busy: readonly ShownBusy[],
  taken: readonly ShownVisit[],
  { day, zone, now }: DayAsked,
): FreeTime[] {
  const bounds = dayBounds(day, zone)
  const visits = taken.filter(({ status }) => status !== 'cancelled')
  const closed = busy.map((each) => ({ ...spanOf(each), clinicId: each.clinicId }))
  const all = timesOf(hours, { day, zone }).filter(
    (time) =>
      time.from >= bounds.from &&
      time.from < bounds.to &&
      time.to > now &&
      !visits.some((visit) => isInTheWay(visit, asIso(time))) &&
      !closed.some((each) => (!each.clinicId || each.clinicId === time.clinicId) && meet(each, time)),
  )
  const kept: FreeTime[] = []
  for (const time of all.toSorted((a, b) => Number(a.type === 'online') - Number(b.type === 'online')))
    if (!kept.some((other) => meet(other, time))) kept.push(time)
  return kept.toSorted((a, b) => a.from - b.from)
}

/**
 * All times that active hours make around a day, taken or not, as long as a type's if one is given; on another clock its
 * days begin elsewhere.
 */
export function timesOf(
  hours: readonly ShownHours[],
  { day, zone }: Pick<DayAsked, 'day' | 'zone'>,
  shape?: VisitShape,
): FreeTime[] {
  return hours
    .filter(({ status }) => status === 'active')
    .flatMap((each) =>
      daysAround(day, each.zone === zone).flatMap((date) =>
        slotsOn(each, date, each.zone, shape).map(({ start, end }) => ({
          from: start,
          to: end,
          type: each.type === 'online' ? ('online' as const) : ('face-to-face' as const),
          clinicId: each.clinicId,
        })),
      ),
    )
}

/** When a visit or a closed time is. */
export const spanOf = ({ start, end }: { readonly start: string; readonly end: string }): Span => ({
  from: Date.parse(start),
  to: Date.parse(end),
})

/** A span as the contract has it. */
export const asIso = ({ from, to }: Span) => ({ start: new Date(from).toISOString(), end: new Date(to).toISOString() })

/** So far before a day may an appointment begin that reaches into it, with its buffer, ms. */
export const EARLY_MS = (LONGEST_VISIT_MINUTES + MOST_BUFFER) * 60_000

/** The hours of the day and of the evening before, as far as they lie in the day. */
const spansOn = (hours: ShownHours, bounds: Span, { day, zone }: DayAsked): Span[] =>
  [addDays(day, -1), day, ...(hours.zone === zone ? [] : [addDays(day, 1)])].flatMap((date) => {
    const span = spanOn(hours, date, hours.zone)
    return (span && clip({ from: span.start, to: span.end }, bounds)) ?? []
  })

const daysAround = (day: number, isSameClock: boolean) =>
  isSameClock ? [day] : [addDays(day, -1), day, addDays(day, 1)]
