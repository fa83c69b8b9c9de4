import * as v from 'valibot'
import { Appointment, SEEN } from './appointment.ts'
import type { CallTable } from '../kernel/call.ts'
import { id } from '../kernel/fields.ts'

const appointmentReply = v.object({ status: v.literal(true), appointment: Appointment })
const everyone = ['admin', 'clinic', 'doctor', 'patient'] as const
const staff = ['admin', 'clinic', 'doctor'] as const
const path = '/api/appointment/:id'

/**
 * Marks on a visit that are not statuses (rule 25): arrived, no-show. And completing, which is a status and can be
 * undone.
 */
export const markCalls = {
  'appointment.arrive': {
    method: 'PUT',
    path,
    action: 'arrive',
    roles: staff,
    offline: 'queue',
    refusals: ['appointment_not_found', 'already_completed', 'already_cancelled', 'arrived_already'],
    input: v.strictObject({ id }),
    reply: appointmentReply,
    writes: { table: 'appointment', needs: [], joins: true, rests: SEEN },
  },
  'appointment.unarrive': {
    method: 'PUT',
    path,
    action: 'unarrive',
    roles: staff,
    offline: 'queue',
    refusals: ['appointment_not_found', 'already_completed', 'already_cancelled', 'not_arrived'],
    input: v.strictObject({ id }),
    reply: appointmentReply,
    writes: { table: 'appointment', needs: [], joins: true },
  },
  'appointment.noShow': {
    method: 'PUT',
    path,
    action: 'noShow',
    roles: staff,
    offline: 'queue',
    refusals: ['appointment_not_found', 'already_completed', 'already_cancelled', 'arrived_already', 'no_show_early'],
    input: v.strictObject({ id }),
    reply: appointmentReply,
    writes: { table: 'appointment', needs: [], joins: true, rests: SEEN },
  },
  /** The patient means to come: by themself, or by whoever has asked them. Said twice it is the same (decision 0149). [+] */
  'appointment.confirm': {
    method: 'PUT',
    path,
    action: 'confirm',
    roles: everyone,
    offline: 'queue',
    refusals: ['appointment_not_found', 'already_completed', 'already_cancelled'],
    input: v.strictObject({ id }),
    reply: appointmentReply,
    writes: { table: 'appointment', needs: [], joins: true, rests: SEEN },
  },
  'appointment.unconfirm': {
    method: 'PUT',
    path,
    action: 'unconfirm',
    roles: everyone,
    offline: 'queue',
    refusals: ['appointment_not_found', 'already_completed', 'already_cancelled'],
    input: v.strictObject({ id }),
    reply: appointmentReply,
    writes: { table: 'appointment', needs: [], joins: true },
  },
  'appointment.complete': {
    method: 'PUT',
    path,
    action: 'complete',
    means: [{ status: 'completed' }],
    roles: staff,
    offline: 'queue',
    refusals: ['appointment_not_found', 'already_completed', 'already_cancelled', 'no_show_marked', 'too_early'],
    input: v.strictObject({ id }),
    reply: appointmentReply,
    writes: { table: 'appointment', needs: [], joins: true, rests: SEEN },
  },
  /** Undoes completing within the hour (decision 0060); what was paid stays paid. [+] */
  'appointment.reopen': {
    method: 'PUT',
    path,
    action: 'reopen',
    roles: staff,
    offline: 'queue',
    refusals: ['appointment_not_found', 'already_cancelled', 'not_completed', 'reopen_too_late', 'earn_done'],
    input: v.strictObject({ id }),
    reply: appointmentReply,
    writes: { table: 'appointment', needs: [], joins: true },
  },
} as const satisfies CallTable
