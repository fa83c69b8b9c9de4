import { addDays, weekdayOf } from '../../../contract/kernel/time.ts'
import type { CalendarSearch } from '../../screen/search.ts'
import { addMonths } from '../../ui/calendar-date.ts'

export type CalendarView = NonNullable<CalendarSearch['view']>

/** The days of a view: whole weeks around a month, a week from Monday, one day, or two weeks from the day. */
export function daysOfView(view: CalendarView, day: number): { readonly from: number; readonly to: number } {
  switch (view) {
    case 'month': {
      const first = day - (day % 100) + 1
      const last = addDays(addMonths(first, 1), -1)
      return { from: mondayOf(first), to: addDays(mondayOf(last), 6) }
    }
    case 'week':
      return { from: mondayOf(day), to: addDays(mondayOf(day), 6) }
    case 'day':
      return { from: day, to: day }
    case 'agenda':
      return { from: day, to: addDays(day, STEP.agenda - 1) }
  }
}

/** Weeks begin on Monday in all four languages (CLDR: TR, GB, DE, RU). */
const mondayOf = (day: number) => addDays(day, 1 - weekdayOf(day))

/** The days to move by per page; months differ. */
export const STEP = { week: 7, day: 1, agenda: 14 } as const
