/**
 * Wall time and instants, for both sides (rules 1–5). Zones are IANA names; dates are YYYYMMDD and times HHmm as
 * integers; instants are epoch milliseconds. Zones come from Intl; nothing else is needed.
 */
export type Wall = { readonly date: number; readonly time: number }

const formats = new Map<string, Intl.DateTimeFormat>()
const format = (zone: string) => {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formats.set(zone, made)
  return made
}

/**
 * Whether this machine knows the IANA zone, by area and place ("Europe/Istanbul"); an offset from UTC does not count.
 */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]+\/[A-Za-z0-9_+\-/]+$/.test(name)) return false
  try {
    return Boolean(format(name))
  } catch {
    return false
  }
}

/** The wall clock of `zone` at an instant; seconds are dropped. */
export function wallOf(instant: number, zone: string): Wall {
  const wall = instant + offsetOf(instant, zone)
  const minutes = Math.floor((wall - Math.floor(wall / DAY) * DAY) / 60_000)
  return { date: dateOfUtc(wall), time: Math.floor(minutes / 60) * 100 + (minutes % 60) }
}

/** The instant of a wall time, or null if the clocks skip it; the first of a repeated one (rule 5). */
export function instantOf({ date, time }: Wall, zone: string): number | null {
  const asUtc = utcOf({ date, time })
  for (const probe of [asUtc - DAY, asUtc + DAY]) {
    const instant = asUtc - offsetOf(probe, zone)
    const back = wallOf(instant, zone)
    if (back.date === date && back.time === time) return instant
  }
  return null
}

/** First instant of a day and of the next; if the clocks skip midnight, the first that exists. */
export function dayBounds(date: number, zone: string): { readonly from: number; readonly to: number } {
  return { from: startOfDay(date, zone), to: startOfDay(addDays(date, 1), zone) }
}

export function addDays(date: number, days: number): number {
  return dateOfUtc(utcOf({ date, time: 0 }) + days * DAY)
}

/** Days from `a` to `b`, negative when `b` is earlier. */
export const daysBetween = (a: number, b: number) =>
  Math.round((utcOf({ date: b, time: 0 }) - utcOf({ date: a, time: 0 })) / DAY)

/** 1 Monday to 7 Sunday, as ISO 8601 counts. */
export const weekdayOf = (date: number) => new Date(utcOf({ date, time: 0 })).getUTCDay() || 7

/** Whether the integer is a day that exists (20260230 does not). */
export const isDate = (date: number) => dateOfUtc(utcOf({ date, time: 0 })) === date

export const todayIn = (zone: string, now: number) => wallOf(now, zone).date

const DAY = 86_400_000

const utcOf = ({ date, time }: Wall) =>
  Date.UTC(
    Math.floor(date / 10_000),
    (Math.floor(date / 100) % 100) - 1,
    date % 100,
    Math.floor(time / 100),
    time % 100,
  )

const dateOfUtc = (utc: number) => {
  const day = new Date(utc)
  return day.getUTCFullYear() * 10_000 + (day.getUTCMonth() + 1) * 100 + day.getUTCDate()
}

function startOfDay(date: number, zone: string): number {
  for (let minute = 0; minute <= 180; minute += 30) {
    const found = instantOf({ date, time: Math.floor(minute / 60) * 100 + (minute % 60) }, zone)
    if (found !== null) return found
  }
  return utcOf({ date, time: 0 })
}

/**
 * How far the wall clock of `zone` is ahead of UTC at an instant, ms; negative in the west. `Intl` costs a hundred
 * times as much as adding, and a month of visits asks thousands of times: a day on which the clocks do not change is
 * computed once.
 */
export function offsetOf(instant: number, zone: string): number {
  const day = Math.floor(instant / DAY)
  let days = offsets.get(zone)
  if (!days || days.size > MOST_DAYS) offsets.set(zone, (days = new Map()))
  let known = days.get(day)
  if (known === undefined) {
    const first = askOffset(day * DAY, zone)
    known = first === askOffset(day * DAY + DAY - 1000, zone) ? first : null
    days.set(day, known)
  }
  return known ?? askOffset(instant, zone)
}

/** By zone, then by UTC day; null on a day on which the clocks change. */
const offsets = new Map<string, Map<number, number | null>>()
const MOST_DAYS = 5000

function askOffset(instant: number, zone: string): number {
  const found: Record<string, number> = {}
  for (const { type, value } of format(zone).formatToParts(instant)) found[type] = Number(value)
  const part = found as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number> // the options above request these six
  return (
    Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second) -
    Math.floor(instant / 1000) * 1000
  )
}
