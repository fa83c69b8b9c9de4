import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id } from '../kernel/fields.ts'
import { recoveryInput, recoveryReply } from '../session/recovery.ts'

const staff = ['admin', 'clinic'] as const

/** Part of `doctorCalls`: acts on a doctor that answer no card. */
export const doctorActCalls = {
  /** Takes a doctor out of one's own clinic: the hours there end, visits that wait stand in the way. */
  'doctor.leave': {
    method: 'PUT',
    path: '/api/doctor/:id',
    action: 'leave',
    roles: ['clinic'],
    offline: 'online',
    refusals: ['doctor_not_found', 'doctor_has_appointments'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'doctor', needs: [] },
  },
  /** A link to choose a password, to the doctor's own address: an invitation before the first sign-in, a reset after it. */
  'doctor.sendLink': {
    method: 'PUT',
    path: '/api/doctor/:id',
    action: 'sendLink',
    roles: staff,
    offline: 'online',
    refusals: ['doctor_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'doctor', needs: [] },
  },
  /** As `colleague.recover`, for a doctor of the caller's private clinic alone. [+] */
  'doctor.recover': {
    method: 'PUT',
    path: '/api/doctor/:id',
    action: 'recover',
    roles: ['clinic'],
    offline: 'online',
    secret: 'password',
    refusals: ['doctor_not_found', 'recovery_by_mail', 'password_wrong'],
    input: recoveryInput,
    reply: recoveryReply,
    writes: { table: 'doctor', needs: [] },
  },
  /** Delete is to hide (rule 55); a doctor defined in a clinic, or with visits that wait, stays. */
  'doctor.delete': {
    method: 'DELETE',
    path: '/api/doctor/:id',
    roles: staff,
    offline: 'online',
    refusals: ['doctor_not_found', 'doctor_in_clinic', 'doctor_has_appointments'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'doctor', needs: [], removes: true },
  },
} as const satisfies CallTable
