import { addDays, isDate, weekdayOf } from '../../contract/kernel/time.ts'

/**
 * Reads a date as people type it: 20.11.2026, 20.11.26, 20/11/2026, 20112026, 2026-11-20. Days come before months. A
 * two-digit year means the nearest such year, at most nine ahead. Returns YYYYMMDD, or null if there is no such day.
 */
export function readDate(text: string, today: number): number | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim())
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const parts = /^(\d{1,2})[./\s-]+(\d{1,2})[./\s-]+(\d{4}|\d{2})$|^(\d{2})(\d{2})(\d{4})$/.exec(text.trim())
  if (!parts) return null
  const [day, month, year] = [parts[1] ?? parts[4], parts[2] ?? parts[5], parts[3] ?? parts[6]].map(Number)
  if (day === undefined || month === undefined || year === undefined) return null
  return dateOf(year < 100 ? fullYear(year, today) : year, month, day)
}

/**
 * The same day in another month, or that month's last day: 31 January plus one month is the end of February. YYYYMMDD.
 */
export function addMonths(date: number, months: number): number {
  const index = Math.floor(date / 10_000) * 12 + (Math.floor(date / 100) % 100) - 1 + months
  const first = Math.floor(index / 12) * 10_000 + ((index % 12) + 1) * 100
  for (let day = date % 100; day > 28; day--) if (isDate(first + day)) return first + day
  return first + Math.min(date % 100, 28)
}

/** Six weeks from Monday that contain the whole month, as YYYYMMDD. */
export function monthWeeks(date: number): readonly (readonly number[])[] {
  const first = date - (date % 100) + 1
  const monday = addDays(first, 1 - weekdayOf(first))
  return Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(monday, week * 7 + day)))
}

export const sameMonth = (a: number, b: number) => Math.floor(a / 100) === Math.floor(b / 100)

const dateOf = (year: number, month: number, day: number): number | null => {
  const date = year * 10_000 + month * 100 + day
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 && isDate(date) ? date : null
}

const fullYear = (short: number, today: number) => {
  const now = Math.floor(today / 10_000)
  const year = now - (now % 100) + short
  return year > now + 9 ? year - 100 : year
}
