import * as v from 'valibot'
import { currency, id, instant, money, see, text, version } from '../kernel/fields.ts'
import { EARN_STATUSES, PAYMENT_STATUSES, PAYMENT_TYPES, REFUND_STATUSES } from './payment.lists.ts'

/**
 * What is owed or paid (SPEC §3). Amounts in minor units; one currency per clinic (rule 32). For a visit, or for a
 * payment link: then `linkId` is set, and `appointmentId` and `doctorId` may be null.
 */
export const Payment = v.object({
  id,
  version,
  appointmentId: v.nullable(id),
  patientId: id,
  /**
   * As on the card. The database keeps it current, so that lists need no second table; likewise the visit's start and
   * its money.
   */
  patientName: text(200),
  doctorId: v.nullable(id),
  clinicId: v.nullable(id),
  visitStart: v.nullable(instant),
  /** The zone in which the payment's days are counted (rule 4). */
  zone: text(64),
  type: v.picklist(PAYMENT_TYPES),
  status: v.picklist(PAYMENT_STATUSES),
  refundStatus: v.picklist(REFUND_STATUSES),
  /**
   * Where the refund goes: the patient's wallet, or back to the card, bank or desk it came from (rule 39). Null if
   * there is none.
   */
  refundTo: v.nullable(v.picklist(['wallet', 'source'])),
  /** When the patient asked for a refund, or for another destination (rule 39); staff decide. */
  refundAskedAt: v.nullable(instant),
  /** The patient's own account, for the refund of a transfer. */
  refundIban: v.pipe(v.optional(v.nullable(text(34))), see('admin', 'clinic', 'patient')),
  amount: money,
  /** The part of `amount` that the patient's wallet paid (rule 42); reserved while the payment waits. */
  walletAmount: money,
  /**
   * Of that, what came from credit of the payment's clinic, which is spent only there; the rest can be spent at any
   * public clinic.
   */
  walletGiven: v.optional(money),
  currency,
  commission: v.pipe(v.optional(money), see('admin', 'clinic')),
  earn: v.pipe(v.optional(money), see('admin', 'clinic', 'doctor')),
  earnStatus: v.pipe(v.optional(v.picklist(EARN_STATUSES)), see('admin', 'clinic', 'doctor')),
  bankId: v.pipe(v.optional(v.nullable(id)), see('admin', 'clinic', 'patient')),
  /** What the payer writes on the transfer: clinic slug and six letters that cannot be confused (rule 18). */
  reference: v.pipe(v.optional(v.nullable(text(60))), see('admin', 'clinic', 'patient')),
  /** A picture of the transfer's receipt, from the payer or the desk: `GET /api/file/{id}`. */
  proofId: v.pipe(v.optional(v.nullable(id)), see('admin', 'clinic', 'patient')),
  linkId: v.nullable(id),
  /** For a card: the transaction by which it was charged; its id is the provider's reference. */
  transactionId: v.pipe(v.optional(v.nullable(id)), see('admin', 'clinic')),
  /** Until when the open payment holds the slot; null if it does not expire (rules 17, 18, 20). */
  payBy: v.nullable(instant),
  addedAt: instant,
  paidAt: v.nullable(instant),
  cancelledAt: v.nullable(instant),
  refundedAt: v.nullable(instant),
})
export type Payment = v.InferOutput<typeof Payment>
