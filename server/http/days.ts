import { addDays } from '../../contract/kernel/time.ts'
import { where, type Condition } from './list.ts'

/**
 * Whole days in each row's own zone (rule 4), for a column next to the row's `zone`. Outside the hours in which it is
 * that day in only part of the world, the instant alone decides, and an index can find it.
 */
export function betweenDays(column: 'starts_at' | 'added_at' | 'paid_at', from?: number, to?: number): Condition[] {
  return [...(from ? [notBefore(column, from)] : []), ...(to ? [before(column, addDays(to, 1))] : [])]
}

function notBefore(column: string, day: number): Condition {
  const midnight = utcMidnight(day)
  return where(
    `${column} >= ? and (${column} >= ? or ${column} at time zone zone >= ?::timestamp)`,
    new Date(midnight - EARLIEST_MS),
    new Date(midnight + LATEST_MS),
    wallMidnight(day),
  )
}

function before(column: string, day: number): Condition {
  const midnight = utcMidnight(day)
  return where(
    `${column} < ? and (${column} < ? or ${column} at time zone zone < ?::timestamp)`,
    new Date(midnight + LATEST_MS),
    new Date(midnight - EARLIEST_MS),
    wallMidnight(day),
  )
}

const HOUR_MS = 3_600_000
/** No zone is further ahead of UTC than 14 hours, none further behind than 12. */
const EARLIEST_MS = 14 * HOUR_MS
const LATEST_MS = 12 * HOUR_MS

const utcMidnight = (day: number) => Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100)
const wallMidnight = (day: number) => new Date(utcMidnight(day)).toISOString().slice(0, 19)
