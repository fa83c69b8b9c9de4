import type { Availability } from './availability.ts'
import type { MessageCode } from '../kernel/messages.ts'
import { addDays, daysBetween, instantOf, weekdayOf, type Wall } from '../kernel/time.ts'
import { stepOf, type VisitShape } from '../visittype/visittype.rules.ts'
import { minutesOf, spanMinutes, timeOf } from './day-minutes.ts'

/** The fields of hours, with or without a record. */
export type Hours = Pick<
  Availability,
  'startDate' | 'endDate' | 'startTime' | 'endTime' | 'period' | 'type' | 'days' | 'off'
>
/** `zone`: IANA name of the clock the hours are on (rule 1). */
type Owned = Hours & Pick<Availability, 'id' | 'clinicId' | 'status'> & { readonly zone: string }
type Times = Pick<Hours, 'startTime' | 'endTime'>

/**
 * Refuses hours that make no sense: they must hold at least one period, and days off must not end before they begin.
 * Hours that end on the next day last at most twelve hours: an end further away is a typing error (decision 0114).
 */
export function whyNotHours({ startDate, endDate, startTime, endTime, period, off }: Hours): MessageCode | null {
  if (endDate < startDate || off?.some(({ from, to }) => to < from)) return 'end_date_invalid'
  const length = spanMinutes({ startTime, endTime })
  return length < period || (passesMidnight({ startTime, endTime }) && length > LONGEST_NIGHT)
    ? 'end_time_invalid'
    : null
}

/** Whether hours end on the day after they begin: 22:00–06:00. 24:00 is the end of the same day. */
export const passesMidnight = ({ startTime, endTime }: Times) => endTime <= startTime

/** Rule 6: the slots of one day, wall times HHmm from the start in steps of the period; the last ends by `endTime`. */
export const slotTimes = (hours: Times & Pick<Hours, 'period'>): number[] =>
  slotMinutes(hours).map((at) => timeOf(at % A_DAY))

/** Rule 6 in numbers: how many slots a day has, when the last ends (HHmm) and the minutes left over. */
export function dayOfSlots(hours: Times & Pick<Hours, 'period'>) {
  const { length: count } = slotMinutes(hours)
  const ends = minutesOf(hours.startTime) + count * hours.period
  return {
    count,
    lastEnds: timeOf(ends > A_DAY ? ends - A_DAY : ends),
    unused: Math.max(0, spanMinutes(hours) - count * hours.period),
  }
}

/**
 * The slots that begin on a wall day, as instants (epoch ms), including those of hours that began the evening before:
 * `since` is the day they began. A wall time that the clocks skip gives none, a repeated one its first (rule 5). With a
 * type's shape they are as long as the type (decision 0159).
 */
export function slotsOn(
  hours: Hours,
  date: number,
  zone: string,
  shape?: VisitShape,
): { readonly start: number; readonly end: number; readonly since: number }[] {
  const begun = passesMidnight(hours) ? [addDays(date, -1), date] : [date]
  return begun.flatMap((since) => {
    if (!isOn(hours, since)) return []
    return slotMinutes(hours, shape).flatMap((minutes) => {
      const wall = wallAt(since, minutes)
      const start = wall.date === date ? instantOf(wall, zone) : null
      return start === null ? [] : [{ start, end: start + (shape?.duration ?? hours.period) * MINUTE, since }]
    })
  })
}

/** Whether hours begin on this day. */
export const isOn = ({ startDate, endDate, days, off }: Hours, date: number) =>
  date >= startDate &&
  date <= endDate &&
  days.includes(weekdayOf(date)) &&
  !off?.some(({ from, to }) => date >= from && date <= to)

/** Whether a wall time lies within hours, also after the midnight that follows their day. */
export function holdsAt(hours: Hours, { date, time }: Wall): boolean {
  if (!passesMidnight(hours)) return isOn(hours, date) && time >= hours.startTime && time < hours.endTime
  return (isOn(hours, date) && time >= hours.startTime) || (isOn(hours, addDays(date, -1)) && time < hours.endTime)
}

/** When the last slot of hours that begin on `date` ends. */
export const lastEndsAt = (hours: Times & Pick<Hours, 'period'>, date: number): Wall =>
  wallAt(date, minutesOf(hours.startTime) + dayOfSlots(hours).count * hours.period)

/**
 * Rule 8: the doctor's active hours that conflict with these. Online and physical hours of one clinic may overlap. No
 * one can be in two clinics at one instant, whatever their clocks say.
 */
export const inTheWay = <H extends Owned>(wanted: Owned, others: readonly H[]): H[] =>
  others.filter(
    (other) =>
      other.id !== wanted.id &&
      other.status === 'active' &&
      (other.type === wanted.type || other.clinicId !== wanted.clinicId) &&
      (other.zone === wanted.zone ? shareWall(other, wanted) : shareInstant(other, wanted)),
  )

/** Whether hours on one clock overlap; those of an evening reach into the next day. */
function shareWall(a: Hours, b: Hours): boolean {
  const ahead = [-1, 0, 1].filter((days) => {
    const [from, of] = [minutesOf(a.startTime), minutesOf(b.startTime) + days * A_DAY]
    return from < of + spanMinutes(b) && of < from + spanMinutes(a)
  })
  return (
    ahead.length > 0 && daysToLookAt(a, b).some((date) => isOn(a, date) && ahead.some((n) => isOn(b, addDays(date, n))))
  )
}

/**
 * Days that suffice to find a common day, if there is one: one week is like the next, except for days off and from the
 * first day on.
 */
function daysToLookAt(a: Hours, b: Hours): number[] {
  const [from, to] = [addDays(Math.max(a.startDate, b.startDate), -1), addDays(Math.min(a.endDate, b.endDate), 1)]
  const begins = [from, ...afterOff(a, b)].filter((date) => date >= from && date <= to)
  return begins.flatMap((first) =>
    Array.from({ length: Math.min(A_WEEK, daysBetween(first, to) + 1) }, (_, n) => addDays(first, n)),
  )
}

/** The evening before each day on which hours start again after days off. */
const afterOff = (a: Hours, b: Hours) => [...(a.off ?? []), ...(b.off ?? [])].map(({ to }) => to)

/**
 * Whether hours on two clocks overlap at some instant. While the clocks differ by the same offset, one week is like the
 * next, so it looks at the first days and those around each change of offset. Clocks change by the year, so the first
 * year after all days off is enough.
 */
function shareInstant(a: Owned, b: Owned): boolean {
  // a day in one zone touches the day before and the day after in another
  const from = addDays(Math.max(a.startDate, b.startDate), -1)
  const to = addDays(Math.min(a.endDate, b.endDate), 1)
  const off = afterOff(a, b).filter((date) => date >= from && date <= to)
  const until = Math.min(MOST_DAYS, Math.max(0, ...off.map((date) => daysBetween(from, date))) + A_YEAR)
  const dates = Array.from({ length: Math.max(0, Math.min(until, daysBetween(from, to)) + 1) }, (_, n) =>
    addDays(from, n),
  )
  const noon = (date: number, zone: string) => instantOf({ date, time: 1200 }, zone) ?? 0
  const apart = dates.map((date) => noon(date, a.zone) - noon(date, b.zone))
  const changes = apart.flatMap((each, n) => (each === apart[n - 1] ? [] : [n]))
  const begins = [...changes, ...off.map((date) => daysBetween(from, date))]
  const days = dates.filter((_, n) => begins.some((first) => n >= first - 2 && n <= first + A_WEEK))
  const spans = (hours: Owned) => days.map((date) => spanOn(hours, date, hours.zone)).filter((span) => span !== null)
  const others = spans(b)
  return spans(a).some((span) => others.some((other) => span.start < other.end && other.start < span.end))
}

/** First and last instant of the hours that begin on a day. If the clocks skip a time, the one an hour later counts. */
export function spanOn(
  hours: Hours,
  date: number,
  zone: string,
): { readonly start: number; readonly end: number } | null {
  if (!isOn(hours, date)) return null
  const at = (minutes: number) => instantOf(wallAt(date, minutes), zone) ?? instantOf(wallAt(date, minutes + 60), zone)
  const from = minutesOf(hours.startTime)
  const [start, end] = [at(from), at(from + spanMinutes(hours))]
  return start === null || end === null ? null : { start, end }
}

/** Minutes from the midnight of the first day, in steps of the period or of a type. */
function slotMinutes({ startTime, endTime, period }: Times & Pick<Hours, 'period'>, shape?: VisitShape): number[] {
  const from = minutesOf(startTime)
  const step = stepOf(period, shape)
  const room = spanMinutes({ startTime, endTime }) - (shape?.duration ?? period)
  return Array.from({ length: Math.max(0, Math.floor(room / step) + 1) }, (_, n) => from + n * step)
}

const wallAt = (date: number, minutes: number): Wall => ({
  date: addDays(date, Math.floor(minutes / A_DAY)),
  time: timeOf(minutes % A_DAY),
})

/** Plus a month, because the weekday of a clock change varies. */
const A_YEAR = 400
/** How many days are examined for two clocks; no one plans days off further ahead. */
const MOST_DAYS = 2000
/** A week, and a day on either side, which hours in another zone or past midnight touch. */
const A_WEEK = 9
const A_DAY = 1440
const LONGEST_NIGHT = 720
const MINUTE = 60_000
