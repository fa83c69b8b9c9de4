import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, requiredText } from '../kernel/fields.ts'

/** Why somebody is forgotten; a word of this list and no free text, which would itself be remembered. */
export const ERASURE_REASONS = ['asked', 'kept_long_enough', 'added_by_mistake'] as const
export type ErasureReason = (typeof ERASURE_REASONS)[number]

export const patientErasureCalls = {
  /**
   * Forgets a patient for good (TRUST D16): name, contact, identity, notes, recipes, reports, files, what they and others wrote of them. Visits
   * and money stay, of nobody. `name` is typed as it stands on the card. Done by whoever has the whole record: its desk, or the superadmin. [+]
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
  /** The patient asks to be forgotten, or takes it back; whoever has their card is told, and decides what must be kept. [+] */
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
