import * as v from 'valibot'
import { currency, id, instant, money, see, text, version } from '../kernel/fields.ts'

export const PAYMENT_TYPES = ['credit_card', 'bank_transfer', 'wallet', 'cash'] as const
export const PAYMENT_STATUSES = ['waiting', 'completed', 'cancelled'] as const
export const REFUND_STATUSES = ['none', 'pending', 'approved', 'refunded'] as const
export const EARN_STATUSES = ['waiting', 'completed'] as const

/**
 * What is owed or paid (SPEC §3). Amounts in minor units; one currency per clinic (rule 32). Of a visit, or of a payment link: then
 * `linkId` is set, and `appointmentId` and `doctorId` may be null.
 */
export const Payment = v.object({
  id,
  version,
  appointmentId: v.nullable(id),
  patientId: id,
  /** As the card has it; kept by the database, so that lists need no second table. So are the visit's start and its money. */
  patientName: text(200),
  doctorId: v.nullable(id),
  clinicId: v.nullable(id),
  visitStart: v.nullable(instant),
  /** In which the payment's days are counted (rule 4). */
  zone: text(64),
  type: v.picklist(PAYMENT_TYPES),
  status: v.picklist(PAYMENT_STATUSES),
  refundStatus: v.picklist(REFUND_STATUSES),
  /** Where the refund goes: the patient's wallet, or back to the card, bank or desk it came from (rule 39). Null before there is one. */
  refundTo: v.nullable(v.picklist(['wallet', 'source'])),
  /** When the patient asked for the money back, or for another way back (rule 39); staff decide. */
  refundAskedAt: v.nullable(instant),
  /** The patient's own account, to which a transfer is to go back. */
  refundIban: v.pipe(v.optional(v.nullable(text(34))), see('admin', 'clinic', 'patient')),
  amount: money,
  /** The part of `amount` that came out of the patient's wallet (rule 42); while the payment waits it is set aside. */
  walletAmount: money,
  /** Of it, what came out of the credit the payment's clinic gave, which is spent there alone; the rest is spent at any public clinic. */
  walletGiven: v.optional(money),
  currency,
  commission: v.pipe(v.optional(money), see('admin', 'clinic')),
  earn: v.pipe(v.optional(money), see('admin', 'clinic', 'doctor')),
  earnStatus: v.pipe(v.optional(v.picklist(EARN_STATUSES)), see('admin', 'clinic', 'doctor')),
  bankId: v.pipe(v.optional(v.nullable(id)), see('admin', 'clinic', 'patient')),
  /** What the payer writes on the transfer: clinic slug and six letters without look-alikes (rule 18). */
  reference: v.pipe(v.optional(v.nullable(text(60))), see('admin', 'clinic', 'patient')),
  /** A picture of the transfer's slip, from the payer or the desk: `GET /api/file/{id}`. */
  proofId: v.pipe(v.optional(v.nullable(id)), see('admin', 'clinic', 'patient')),
  linkId: v.nullable(id),
  /** Of a card: the try by which it was charged, which its provider has as our reference. */
  transactionId: v.pipe(v.optional(v.nullable(id)), see('admin', 'clinic')),
  /** Until when the open payment keeps the slot; null when it does not expire (rules 17, 18, 20). */
  payBy: v.nullable(instant),
  addedAt: instant,
  paidAt: v.nullable(instant),
  cancelledAt: v.nullable(instant),
  refundedAt: v.nullable(instant),
})
export type Payment = v.InferOutput<typeof Payment>
