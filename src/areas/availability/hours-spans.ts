import type { Hours } from '../../../contract/availability/availability.rules.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import { formatSpan, formatWallDate, formatWallTime, weekdayName } from '../../i18n/format.ts'

/** "Mon–Fri" or "Mon, Wed": runs of three days and more as a span. */
export function daysInWords(days: readonly number[], language: Language): string {
  const name = (day: number) => weekdayName(MONDAY + day - 1, language, 'short')
  const sorted = days.toSorted((a, b) => a - b)
  const runs = sorted.reduce<number[][]>((all, day) => {
    const last = all.at(-1)
    if (last && last.at(-1) === day - 1) last.push(day)
    else all.push([day])
    return all
  }, [])
  return runs
    .flatMap((run) => (run.length > 2 ? [formatSpan(name(run[0]!), name(run.at(-1)!))] : run.map(name)))
    .join(', ')
}

export const spanOf = ({ startTime, endTime }: Pick<Hours, 'startTime' | 'endTime'>) =>
  formatSpan(formatWallTime(startTime), formatWallTime(endTime))
export const datesOf = ({ startDate, endDate }: Pick<Hours, 'startDate' | 'endDate'>) =>
  formatSpan(formatWallDate(startDate), formatWallDate(endDate))

/** A Monday, from which weekday numbers are counted. */
const MONDAY = 20240101
