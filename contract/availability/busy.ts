import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, newRecordId, text, version } from '../kernel/fields.ts'

const staff = ['admin', 'clinic', 'doctor'] as const

/** A time in which no slot is offered; bookings in it stay (rule 7). Only the doctor sees `title`. */
export const BusyTime = v.object({
  id,
  version,
  doctorId: id,
  start: instant,
  end: instant,
  title: v.nullable(text(200)),
  /** The calendar it was read from; null for a time that was closed by hand. Only such a time can be opened by hand. */
  linkId: v.nullable(id),
  /** The clinic that closed it: it counts only there. Null where it counts everywhere. */
  clinicId: v.optional(v.nullable(id)),
  /** Whether the caller may open it again: a clinic what it closed, an admin what admins closed, a doctor all of it. */
  mine: v.optional(v.boolean()),
})
export type BusyTime = v.InferOutput<typeof BusyTime>

export const busyCalls = {
  /** Closes a day or some hours [+] (SCREENS B15). */
  'busy.add': {
    method: 'POST',
    path: '/api/calendar/busy',
    roles: staff,
    offline: 'queue',
    refusals: ['id_taken', 'doctor_not_found', 'end_time_invalid'],
    input: v.strictObject({
      id: newRecordId,
      doctorId: id,
      start: instant,
      end: instant,
      title: v.nullable(text(200)),
    }),
    reply: v.object({ status: v.literal(true), busy: BusyTime }),
    writes: { table: 'busy', needs: ['doctorId'], creates: true },
  },
  /** Opens it again [+]. */
  'busy.remove': {
    method: 'DELETE',
    path: '/api/calendar/busy/:id',
    roles: staff,
    offline: 'queue',
    refusals: ['busy_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true), busy: v.optional(BusyTime) }),
    writes: { table: 'busy', needs: [], removes: true },
  },
} as const satisfies CallTable
