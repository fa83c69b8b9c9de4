import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, listed, newRecordId, paging, requiredText, version } from '../kernel/fields.ts'

/**
 * A time in which a whole clinic is closed: a public holiday, a move, a burst pipe. None of its doctors is offered there
 * (rule 7); appointments already booked stay until someone decides on them.
 */
export const Closure = v.object({
  id,
  version,
  clinicId: id,
  /** What staff read in their calendars, such as “New Year’s Day”. Patients do not see it. */
  name: requiredText(120),
  start: instant,
  /** The first moment at which it is open again. */
  end: instant,
})
export type Closure = v.InferOutput<typeof Closure>

export const closureCalls = {
  /** The closures of the caller’s clinic, for an admin those of all public clinics, by start. */
  'closure.list': {
    method: 'POST',
    path: '/api/closure/list',
    roles: ['admin', 'clinic'],
    offline: 'cached',
    refusals: [],
    input: v.strictObject({ ...paging, /** Only those that have not ended by then. */ from: v.optional(instant) }),
    reply: v.object({ ...listed, closures: v.array(Closure) }),
  },
  /** Closes the caller’s clinic from `start` to `end`, at most 366 days. */
  'closure.add': {
    method: 'POST',
    path: '/api/closure',
    roles: ['clinic'],
    offline: 'queue',
    refusals: ['id_taken', 'end_time_invalid'],
    input: v.strictObject({ id: newRecordId, name: requiredText(120), start: instant, end: instant }),
    reply: v.object({ status: v.literal(true), closure: Closure }),
    writes: { table: 'closure', needs: [], creates: true },
  },
  /** Opens the clinic again at this time. */
  'closure.remove': {
    method: 'DELETE',
    path: '/api/closure/:id',
    roles: ['clinic'],
    offline: 'queue',
    refusals: ['closure_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true), closure: v.optional(Closure) }),
    writes: { table: 'closure', needs: [], removes: true },
  },
} as const satisfies CallTable
