import { wallOf } from '../../../contract/kernel/time.ts'
import type { ShownVisit } from './queries.ts'

/**
 * One hour of the day's chart, in the clinic's zone: the visits that begin in it and are done, here, or still to come.
 */
export type DayHour = { readonly hour: number; readonly done: number; readonly here: number; readonly open: number }

/** The hours of a day from its first visit to its last, empty ones included; cancelled visits are left out. */
export function hoursOfDay(visits: readonly ShownVisit[], zone: string): DayHour[] {
  const kept = visits.filter(({ status }) => status !== 'cancelled')
  const byHour = Map.groupBy(kept, ({ start }) => Math.floor(wallOf(Date.parse(start), zone).time / 100))
  const hours = [...byHour.keys()]
  const [first, last] = [Math.min(...hours), Math.max(...hours)]
  return Array.from({ length: hours.length ? last - first + 1 : 0 }, (_, n) => {
    const those = byHour.get(first + n) ?? []
    const done = those.filter(({ status, noShowAt }) => status === 'completed' || noShowAt).length
    const here = those.filter(
      ({ status, noShowAt, arrivedAt }) => status === 'waiting' && !noShowAt && arrivedAt,
    ).length
    return { hour: first + n, done, here, open: those.length - done - here }
  })
}
