import * as v from 'valibot'
import { Appointment } from './appointment.ts'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, text } from '../kernel/fields.ts'

/** The room of an online visit (rule 31): who may come in and when is `whyNotJoin` in `appointment.rules.ts`. */
export const meetingCalls = {
  /** How the room of an online visit stands [+] (rule 31); `link` only while the asker may come in. The sides' times are their first coming. */
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
  /** Comes into the room [+]: the other side hears of it, a patient has arrived (rule 25). Again is rejoining, at the same address. */
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
