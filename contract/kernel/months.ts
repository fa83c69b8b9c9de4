import { KEEP_DAYS_AHEAD, KEEP_DAYS_BACK } from './constants.ts'

const DAY = 86_400_000

/**
 * UTC months within the window that every device keeps (rule 89), nearest to `now` (epoch ms) first: 2026-11, 2026-12,
 * 2026-10 …
 */
export function nearbyMonths(now: number): string[] {
  const today = indexOf(monthOf(now))
  return monthsBetween(now - KEEP_DAYS_BACK * DAY, now + KEEP_DAYS_AHEAD * DAY + 1).toSorted(
    (a, b) => Math.abs(indexOf(a) - today) - Math.abs(indexOf(b) - today) || (a < b ? 1 : -1),
  )
}

/** UTC months that an interval of instants touches, epoch ms, `until` excluded, in order. */
export function monthsBetween(from: number, until: number): string[] {
  const [first, last] = [indexOf(monthOf(from)), indexOf(monthOf(until - 1))]
  return Array.from({ length: last - first + 1 }, (_, n) => monthAt(first + n))
}

const monthOf = (instant: number) => new Date(instant).toISOString().slice(0, 7)
const indexOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
const monthAt = (index: number) => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
