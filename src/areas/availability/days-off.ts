import type { Hours } from '../../../contract/availability/availability.rules.ts'
import { addDays } from '../../../contract/kernel/time.ts'

/** A span of days without hours, first and last day, YYYYMMDD. */
export type DaysOff = NonNullable<Hours['off']>[number]

/** Hours to be created. */
export type NewHours = Omit<Hours, 'off'> & { off?: DaysOff[] }

/** The days off within the dates of the hours, in order, each day once; spans that touch are joined. */
export function daysOffWithin(off: readonly DaysOff[], first: number, last: number): DaysOff[] {
  const within = off
    .map(({ from, to }) => ({ from: Math.max(from, first), to: Math.min(to, last) }))
    .filter(({ from, to }) => from <= to)
    .toSorted((a, b) => a.from - b.from)
  return within.reduce<DaysOff[]>((all, each) => {
    const before = all.at(-1)
    if (!before || each.from > addDays(before.to, 1)) return [...all, each]
    return [...all.slice(0, -1), { from: before.from, to: Math.max(before.to, each.to) }]
  }, [])
}
