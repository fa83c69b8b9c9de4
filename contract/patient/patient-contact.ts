import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { currency, id, instant, listOf, money, text } from '../kernel/fields.ts'

/** What a clinic's message to a patient is about; what has no name of its own here is `other`. */
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

/** A message that a clinic has sent a patient, or means to; its words are not kept once it has gone. */
export const Contact = v.object({
  id,
  channel: v.picklist(['mail', 'sms']),
  about: v.picklist(CONTACT_ABOUT),
  /** The address or phone it went to. */
  to: text(200),
  /** `dead`: given up after the last try, or too late to be worth sending. */
  state: v.picklist(['queued', 'sent', 'dead']),
  madeAt: instant,
  /** When one that is queued is to go, or to be tried again. */
  dueAt: instant,
  /** When it was taken by the mail server or gateway, or given up. */
  endedAt: v.nullable(instant),
})
export type Contact = v.InferOutput<typeof Contact>

export const patientContactCalls = {
  /** The contact log of a card (SCREENS B7), the newest first: the desk's own clinic's messages, an admin's those of clinics that are not private. [+] */
  'patient.contacts': {
    method: 'POST',
    path: '/api/patient/contacts',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: ['patient_not_found'],
    input: v.strictObject({
      id,
      /** Only what is older than this message. */
      before: v.optional(id),
      limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100))),
    }),
    reply: v.object({ status: v.literal(true), contacts: v.array(Contact), more: v.boolean() }),
    reads: 'patient',
  },
  /** What lies in the wallets the asker's side keeps (SCREENS B7 "balance"), empty ones left out: of these patients, or of all. [+] */
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
