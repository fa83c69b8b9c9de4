import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { APPOINTMENT_TYPES } from '../appointment/appointment.lists.ts'
import { credential, currency, id, instant, money, text } from '../kernel/fields.ts'
import { linkToken } from '../paymentlink/paymentlink.ts'

/** Where the provider's page returns to, with `?transaction={id}`. It completes nothing: it polls `transaction.get`. */
export const PAY_RETURN_PATH = '/pay/return'

/** One attempt to pay by card (SPEC §3). */
export const Transaction = v.object({
  id,
  /** `late`: the money came when there was nothing left to pay, and is in the patient's wallet. */
  status: v.picklist(['open', 'paid', 'failed', 'expired', 'late']),
  amount: money,
  currency,
  /** No one is charged: the built-in provider of a demo server. Say so wherever this is shown. */
  test: v.boolean(),
  paymentId: v.nullable(id),
  linkId: v.nullable(id),
})
export type Transaction = v.InferOutput<typeof Transaction>

/**
 * What a transaction was for, as far as the caller may know: a stranger learns what the page of a payment link showed
 * (clinic and description), someone who may see the payment also the rest. `receiptOf`: the completed payment whose
 * receipt they may have.
 */
export const PaidFor = v.object({
  clinicName: v.nullable(text(200)),
  clinicPhone: v.nullable(text(24)),
  /** A link's. */
  description: v.nullable(text(200)),
  doctorName: v.nullable(text(300)),
  appointmentId: v.nullable(id),
  visitStart: v.nullable(instant),
  visitZone: v.nullable(text(64)),
  visitType: v.nullable(v.picklist(APPOINTMENT_TYPES)),
  receiptOf: v.nullable(id),
})
export type PaidFor = v.InferOutput<typeof PaidFor>

export const transactionCalls = {
  /**
   * The address where the card is charged (SPEC §7). For an open payment, a visit to be paid, or a link: by its id, or
   * by the token of its address, which anyone may hold. Exactly one of them; the caller never sets the amount. An open
   * transaction is resumed, unless its amount differs; what is already paid returns its first transaction and the page
   * that says so. Without a transaction: `unknown_error`, and payment or link stay as they were.
   */
  'transaction.generate': {
    method: 'POST',
    path: '/api/transaction/generate',
    roles: 'anyone',
    offline: 'online',
    refusals: [
      'payment_not_found',
      'appointment_not_found',
      'link_not_found',
      'link_expired',
      'link_cancelled',
      'payment_cancelled',
      'already_cancelled',
      'already_paid',
      'amount_changed',
      'card_not_possible',
      'unknown_error',
    ],
    input: v.pipe(
      v.strictObject({
        paymentId: v.optional(id),
        appointmentId: v.optional(id),
        linkId: v.optional(id),
        link: v.optional(linkToken),
        /** What the page showed; if something else is due by now, nothing starts. */
        shown: v.optional(v.strictObject({ amount: money, currency })),
      }),
      v.check(({ shown: _, ...of }) => Object.values(of).filter((one) => one !== undefined).length === 1, 'one'),
    ),
    reply: v.object({ status: v.literal(true), transaction: Transaction, paymentUrl: credential(2000) }),
    secret: 'link',
  },
  /**
   * The state of a transaction; whoever returned from the provider's page holds its id. If paid, `success` is
   * `payment_completed` (SPEC §8). [+]
   */
  'transaction.get': {
    method: 'GET',
    path: '/api/transaction/:id',
    roles: 'anyone',
    offline: 'online',
    refusals: ['transaction_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({
      status: v.literal(true),
      transaction: Transaction,
      /** Null if the caller may know no more than the amount. */
      about: v.optional(v.nullable(PaidFor)),
      success: v.optional(v.literal('payment_completed')),
    }),
  },
} as const satisfies CallTable
