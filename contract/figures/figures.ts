import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { dateInt, id, text } from '../kernel/fields.ts'
import { FIGURE_GROUPS, LEAD_STEPS } from './figures.lists.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * The figures of a period for one group, or for all of it (decision 0160). Appointments count on the day on which they begin, minutes on the day on
 * which they pass, both in the zone of the clinic.
 */
export const FigureLine = v.object({
  by: v.picklist(['all', ...FIGURE_GROUPS]),
  /** The id of a doctor, a type, a weekday from 1 (Monday) to 7; null for all. */
  key: v.nullable(text(40)),
  /**
   * Minutes of the bookable times of the hours, without those that a closure, an absence or a calendar touches; hours count as offered only while they
   * are active.
   */
  offeredMinutes: count,
  /** Those of them that have an appointment which is not cancelled, missed ones included. */
  bookedMinutes: count,
  /** Minutes of such appointments outside of what was offered. */
  outsideMinutes: count,
  /** Appointments that are not cancelled: `came + missed + open + ahead`. */
  visits: count,
  /** Completed, or checked in. */
  came: count,
  missed: count,
  /** Over, and no one has said whether the patient came. */
  open: count,
  /** Not over yet. */
  ahead: count,
  cancelled: count,
  /**
   * Of the appointments that are neither cancelled nor missed: the first of their patient in this clinic, as far as the caller sees earlier ones, and
   * the others.
   */
  first: count,
  returning: count,
  /** Median of the days from booking to appointment; null if there are none. Appointments that were entered afterwards have no lead time. */
  leadDays: v.nullable(v.pipe(v.number(), v.minValue(0))),
  /** How many have a lead time up to each of `LEAD_STEPS`, and longer ones last. */
  leads: v.pipe(v.array(count), v.length(LEAD_STEPS.length + 1)),
})
export type FigureLine = v.InferOutput<typeof FigureLine>

export const figuresCalls = {
  /** Counts what the caller may see, and nothing else: a list of the same appointments has as many rows. At most 366 days. [+] */
  'figures.summary': {
    method: 'POST',
    path: '/api/figures/summary',
    roles: ['admin', 'clinic', 'doctor'],
    offline: 'online',
    heavy: true,
    refusals: ['end_date_invalid'],
    input: v.strictObject({
      /** First and last day, in each clinic's zone (rule 4). */
      from: dateInt,
      to: dateInt,
      doctorId: v.optional(id),
      clinicId: v.optional(id),
    }),
    reply: v.object({ status: v.literal(true), lines: v.array(FigureLine) }),
  },
} as const satisfies CallTable
