import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { currency, id, instant, listOf, money, text } from '../kernel/fields.ts'

/** What a clinic's message to a patient is about; `other` covers the rest. */
const CONTACT_ABOUT = [
  'visit_booked',
  'visit_moved',
  'visit_cancelled',
  'visit_reminder',
  'payment_awaited',
  'payment_received',
  'payment_refunded',
  'payment_to_wallet',
  'payment_link',
  'other',
] as const

/** A message that a clinic has sent to a patient, or will send; its words are deleted once it is sent. */
export const Contact = v.object({
  id,
  channel: v.picklist(['mail', 'sms']),
  about: v.picklist(CONTACT_ABOUT),
  /** The address or phone it went to. */
  to: text(200),
  /** `dead`: given up after the last attempt, or because it was too late. */
  state: v.picklist(['queued', 'sent', 'dead']),
  madeAt: instant,
  /** When a queued message is due, or due again. */
  dueAt: instant,
  /** When the mail server or gateway accepted it, or when it was given up. */
  endedAt: v.nullable(instant),
})
export type Contact = v.InferOutput<typeof Contact>

export const patientContactCalls = {
  /**
   * The contact log of a card (SCREENS B7), newest first: a desk sees its own clinic's messages, an admin those of
   * clinics that are not private. [+]
   */
  'patient.contacts': {
    method: 'POST',
    path: '/api/patient/contacts',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: ['patient_not_found'],
    input: v.strictObject({
      id,
      /** Only messages older than this one. */
      before: v.optional(id),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
    }),
    reply: v.object({ status: v.literal(true), contacts: v.array(Contact), more: v.boolean() }),
    reads: 'patient',
  },
  /**
   * Balances of the wallets that the caller's side manages (SCREENS B7 "balance"), without empty ones: of these
   * patients, or of all. [+]
   */
  'patient.balances': {
    method: 'POST',
    path: '/api/patient/balances',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({ ids: v.optional(listOf(id, 500)) }),
    reply: v.object({
      status: v.literal(true),
      balances: v.array(v.object({ patientId: id, currency, balance: money })),
    }),
  },
} as const satisfies CallTable
