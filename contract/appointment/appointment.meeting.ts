import * as v from 'valibot'
import { Appointment } from './appointment.ts'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, text } from '../kernel/fields.ts'

/** The room of an online visit (rule 31). `whyNotJoin` in `appointment.rules.ts` says who may enter, and when. */
export const meetingCalls = {
  /**
   * The state of an online visit's room [+] (rule 31); `link` only while the caller may enter. Each side's time is when
   * it first came.
   */
  'appointment.meeting': {
    method: 'GET',
    path: '/api/appointment/:id/meeting',
    roles: ['clinic', 'doctor', 'patient'],
    offline: 'online',
    refusals: ['appointment_not_found', 'meeting_none'],
    input: v.strictObject({ id }),
    reply: v.object({
      status: v.literal(true),
      meeting: v.object({
        state: v.picklist(['early', 'open', 'over']),
        link: v.nullable(text(500)),
        opensAt: instant,
        closesAt: instant,
        patientSince: v.nullable(instant),
        staffSince: v.nullable(instant),
      }),
    }),
  },
  /**
   * Enters the room [+]: the other side is told, and a patient counts as arrived (rule 25). Calling it again rejoins at
   * the same address.
   */
  'appointment.join': {
    method: 'PUT',
    path: '/api/appointment/:id',
    action: 'join',
    roles: ['clinic', 'doctor', 'patient'],
    offline: 'online',
    refusals: ['appointment_not_found', 'already_cancelled', 'meeting_none', 'meeting_early', 'meeting_over'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true), appointment: Appointment }),
    writes: { table: 'appointment', needs: [] },
  },
} as const satisfies CallTable
