import type { Availability } from './availability.ts'
import type { MessageCode } from '../kernel/messages.ts'
import { addDays, daysBetween, instantOf, weekdayOf } from '../kernel/time.ts'

/** What hours say, before and after they have a record. */
export type Hours = Pick<Availability, 'startDate' | 'endDate' | 'startTime' | 'endTime' | 'period' | 'type' | 'days'>
/** `zone`: on whose clock the hours stand, IANA (rule 1). */
type Owned = Hours & Pick<Availability, 'id' | 'clinicId' | 'status'> & { readonly zone: string }

/** Hours that can be at all: they end after they begin, on the same day, and hold at least one period. */
export function whyNotHours({ startDate, endDate, startTime, endTime, period }: Hours): MessageCode | null {
  if (endDate < startDate) return 'end_date_invalid'
  return minutesOf(endTime) - minutesOf(startTime) < period ? 'end_time_invalid' : null
}

/** Rule 6: the slots of one day, wall times HHmm from the start in steps of the period; the last ends by `endTime`. */
export function slotTimes({ startTime, endTime, period }: Pick<Hours, 'startTime' | 'endTime' | 'period'>): number[] {
  const times: number[] = []
  for (let at = minutesOf(startTime); at + period <= minutesOf(endTime); at += period) times.push(timeOf(at))
  return times
}

/** Rule 6 in numbers: how many slots a day has, when the last ends (HHmm) and the minutes left over. */
export function dayOfSlots(hours: Pick<Hours, 'startTime' | 'endTime' | 'period'>) {
  const times = slotTimes(hours)
  const last = times.at(-1)
  const ends = last === undefined ? minutesOf(hours.startTime) : minutesOf(last) + hours.period
  return { count: times.length, lastEnds: timeOf(ends), unused: Math.max(0, minutesOf(hours.endTime) - ends) }
}

/** The slots of a day as instants (epoch ms); a wall time that the clocks skip gives none, a repeated one its first (rule 5). */
export function slotsOn(hours: Hours, date: number, zone: string): { readonly start: number; readonly end: number }[] {
  if (!isOn(hours, date)) return []
  return slotTimes(hours).flatMap((time) => {
    const start = instantOf({ date, time }, zone)
    return start === null ? [] : [{ start, end: start + hours.period * MINUTE }]
  })
}

/** Whether hours are held on this day. */
export const isOn = ({ startDate, endDate, days }: Hours, date: number) =>
  date >= startDate && date <= endDate && days.includes(weekdayOf(date))

/**
 * Rule 8: the active hours of one doctor that stand in the way; online and physical of one clinic may share a time. Nobody is in two
 * clinics at one instant, whatever their clocks say.
 */
export const inTheWay = <H extends Owned>(wanted: Owned, others: readonly H[]): H[] =>
  others.filter(
    (other) =>
      other.id !== wanted.id &&
      other.status === 'active' &&
      (other.type === wanted.type || other.clinicId !== wanted.clinicId) &&
      (other.zone === wanted.zone ? shareTime(other, wanted) && shareDay(other, wanted) : shareInstant(other, wanted)),
  )

const shareTime = (a: Hours, b: Hours) => a.startTime < b.endTime && b.startTime < a.endTime

/** Whether both are held on some same day; a week's worth of days shows it. */
function shareDay(a: Hours, b: Hours): boolean {
  const from = Math.max(a.startDate, b.startDate)
  const to = Math.min(a.endDate, b.endDate)
  if (from > to) return false
  for (let n = 0; n <= Math.min(6, daysBetween(from, to)); n++) {
    const date = addDays(from, n)
    if (isOn(a, date) && isOn(b, date)) return true
  }
  return false
}

/**
 * Whether hours on two clocks meet at some instant. While the clocks stand as far apart, one week is as the next: looked at are the first
 * days and those around each day that changes it. Clocks are moved by the year, so that the first year shows all.
 */
function shareInstant(a: Owned, b: Owned): boolean {
  // a day of one wall touches the day before and the day after on another
  const from = addDays(Math.max(a.startDate, b.startDate), -1)
  const to = addDays(Math.min(a.endDate, b.endDate), 1)
  const all = Array.from({ length: Math.max(0, Math.min(A_YEAR, daysBetween(from, to)) + 1) }, (_, n) =>
    addDays(from, n),
  )
  const noon = (date: number, zone: string) => instantOf({ date, time: 1200 }, zone) ?? 0
  const apart = all.map((date) => noon(date, a.zone) - noon(date, b.zone))
  const begins = apart.flatMap((each, n) => (each === apart[n - 1] ? [] : [n]))
  const days = all.filter((_, n) => begins.some((first) => n >= first - 2 && n <= first + 9))
  const spans = (hours: Owned) => days.map((date) => spanOn(hours, date)).filter((span) => span !== null)
  const others = spans(b)
  return spans(a).some((span) => others.some((other) => span.start < other.end && other.start < span.end))
}

/** From the first to the last instant of hours on a day; of a time that the clocks skip, the one an hour on. */
function spanOn(hours: Owned, date: number): { readonly start: number; readonly end: number } | null {
  if (!isOn(hours, date)) return null
  const at = (time: number) =>
    instantOf({ date, time }, hours.zone) ?? instantOf({ date, time: time + 100 }, hours.zone)
  const [start, end] = [at(hours.startTime), at(hours.endTime)]
  return start === null || end === null ? null : { start, end }
}

/** With a month over, for the week days on which clocks are moved. */
const A_YEAR = 400
const MINUTE = 60_000
const minutesOf = (time: number) => Math.floor(time / 100) * 60 + (time % 100)
const timeOf = (minutes: number) => Math.floor(minutes / 60) * 100 + (minutes % 60)
