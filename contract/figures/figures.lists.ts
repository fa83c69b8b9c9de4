import { APPOINTMENT_TYPES } from '../appointment/appointment.lists.ts'

/** What figures are grouped by, besides the whole. A further grouping is a line here; the compiler then names the places that need to know it. */
export const FIGURE_GROUPS = ['doctor', 'type', 'weekday'] as const
export type FigureGroup = (typeof FIGURE_GROUPS)[number]

/** The keys of the groups that are known beforehand, in the order in which they are shown; of the others, those that occur. */
export const KEYS: Readonly<Record<FigureGroup, readonly string[] | null>> = {
  doctor: null,
  type: APPOINTMENT_TYPES,
  // 1 Monday to 7 Sunday
  weekday: ['1', '2', '3', '4', '5', '6', '7'],
}

/** The most days that each part of the distribution of lead times reaches; the last part has no end. */
export const LEAD_STEPS = [0, 1, 3, 7, 14, 30] as const

/** The longest period: a leap year. */
export const MOST_FIGURE_DAYS = 366
