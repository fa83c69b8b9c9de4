import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, requiredText } from '../kernel/fields.ts'

/** Why a patient is erased: a word of this list and no free text, which would itself be kept. */
export const ERASURE_REASONS = ['asked', 'kept_long_enough', 'added_by_mistake'] as const
export type ErasureReason = (typeof ERASURE_REASONS)[number]

export const patientErasureCalls = {
  /**
   * Erases a patient for good (TRUST D16): name, contact, identity, notes, recipes, reports, files, and what they and
   * others wrote about them. Visits and money stay without a person. `name` is typed exactly as on the card. For those
   * who have the whole record: its desk, or the superadmin. [+]
   */
  'patient.erase': {
    method: 'PUT',
    path: '/api/patient/:id',
    action: 'erase',
    roles: ['admin', 'clinic'],
    superadmin: true,
    offline: 'online',
    refusals: ['patient_not_found', 'name_not_theirs', 'open_appointments', 'patient_has_money', 'erasure_elsewhere'],
    secret: 'name',
    input: v.strictObject({ id, name: requiredText(200), reason: v.picklist(ERASURE_REASONS) }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'patient', needs: [] },
  },
  /**
   * The patient asks to be erased, or withdraws that. Those who have their card are told, and decide what must be kept.
   * [+]
   */
  'patient.askErasure': {
    method: 'POST',
    path: '/api/patient/erasure',
    roles: ['patient'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({ ask: v.boolean() }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'patient', needs: [] },
  },
} as const satisfies CallTable
