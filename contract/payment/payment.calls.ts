import * as v from 'valibot'
import { Appointment } from '../appointment/appointment.ts'
import { Approval } from '../approval/approval.ts'
import { iban } from '../bank/bank.ts'
import type { CallTable } from '../kernel/call.ts'
import {
  currency,
  dateInt,
  id,
  listed,
  listOf,
  newRecordId,
  paging,
  requiredText,
  see,
  text,
} from '../kernel/fields.ts'
import { Payment } from './payment.ts'
import { EARN_STATUSES, PAYMENT_STATUSES, PAYMENT_TYPES, REFUND_STATUSES } from './payment.lists.ts'

/**
 * Payments (SPEC §4, §7; rules 32–46). What a screen can rely on:
 * - The device holds `payment` of its window (clear: appointmentId, patientId, doctorId, clinicId, status, addedAt); the filter as a whole,
 *   its footer and its pictures are the server's (`payment.list`, `payment.summary`). No money action waits offline (rule 46).
 * - `payment.rules.ts` answers for every button: `whyNotApprove`, `whyNotCancelPayment`, `whyNotDeletePayment`, `whyNotRefundStart`,
 *   `whyNotRefundApprove`, `whyNotRefundDone`, `whyNotToBalance`, `whyNotEarn`; `mayManage` says whether this person has them at all
 *   (admins; a private clinic's own users).
 * - An action answers with the payment as it is now; where two press at once, the second gets the refusal of the state it then finds.
 * - The receipt is a file, not a call: GET `/api/payment/{id}/receipt` with the usual headers answers a PDF in the caller's language.
 */
const FILTER = {
  id: v.optional(id),
  /** First and last day, in each payment's own zone (rule 4), of the day it was added or paid. */
  from: v.optional(dateInt),
  to: v.optional(dateInt),
  dated: v.optional(v.picklist(['added', 'paid'])),
  status: v.optional(v.picklist(PAYMENT_STATUSES)),
  refundStatus: v.optional(v.picklist(REFUND_STATUSES)),
  earnStatus: v.optional(v.picklist(EARN_STATUSES)),
  type: v.optional(v.picklist(PAYMENT_TYPES)),
  bankId: v.optional(id),
  doctorId: v.optional(id),
  clinicId: v.optional(id),
  patientId: v.optional(id),
  appointmentId: v.optional(id),
}

const count = v.pipe(v.number(), v.integer())
/** May be negative: corrections of earnings already paid (rule 35). */
const sum = v.pipe(v.number(), v.integer())

/**
 * The whole filter in one currency (rule 43). `amount`, `commission` and `earn` exclude cancelled and refunded
 * payments.
 */
export const PaymentTotals = v.object({
  currency,
  count,
  amount: sum,
  commission: v.pipe(v.optional(sum), see('admin', 'clinic')),
  earn: sum,
  waiting: sum,
  completed: sum,
  cancelled: sum,
  /** In refund or refunded: refund pending, approved, refunded. */
  refunded: sum,
})
export type PaymentTotals = v.InferOutput<typeof PaymentTotals>

/**
 * One bar of a chart: `key` is a day or month as YYYYMMDD or YYYYMM, a status, or the id of a doctor or clinic (null:
 * none).
 */
export const PaymentBar = v.object({
  key: v.nullable(text(40)),
  currency,
  count,
  /** Completed and not refunded. */
  paid: sum,
  waiting: sum,
  refunded: sum,
  /**
   * The doctor's share of what is paid; the part already paid out, and the part still due: visit and payment completed
   * (rule 34).
   */
  earn: sum,
  earnPaid: sum,
  earnDue: sum,
})
export type PaymentBar = v.InferOutput<typeof PaymentBar>

const paymentReply = v.object({ status: v.literal(true), payment: Payment })
/** `approval`: nothing has moved; a second person must approve (docs/decisions/0101). */
const sent = v.object({ status: v.literal(true), payment: Payment, approval: v.optional(Approval) })
const both = v.object({ status: v.literal(true), payment: Payment, appointment: v.optional(Appointment) })
const staff = ['admin', 'clinic', 'doctor'] as const
const managers = ['admin', 'clinic'] as const
const path = '/api/payment/:id'
const shared = {
  method: 'PUT',
  path,
  roles: managers,
  offline: 'online',
  writes: { table: 'payment', needs: [] },
} as const

export const paymentCalls = {
  'payment.list': {
    method: 'POST',
    path: '/api/payment/list',
    roles: staff,
    offline: 'cached',
    heavy: true,
    refusals: [],
    input: v.strictObject({
      ...paging,
      ...FILTER,
      sort: v.optional(v.picklist(['added', '-added', 'paid', '-paid'])),
      /**
       * The rows without the totals, or the totals without rows: the footer may be fetched after the page. Absent:
       * both.
       */
      part: v.optional(v.picklist(['page', 'footer'])),
    }),
    reply: v.object({ ...listed, payments: v.array(Payment), footer: v.array(PaymentTotals) }),
  },
  /** Sums for charts and their tables, over the same filter. [+] */
  'payment.summary': {
    method: 'POST',
    path: '/api/payment/summary',
    roles: staff,
    offline: 'online',
    heavy: true,
    refusals: [],
    input: v.strictObject({
      ...FILTER,
      keyword: paging.keyword,
      by: v.picklist(['day', 'month', 'status', 'doctor', 'clinic']),
    }),
    reply: v.object({ status: v.literal(true), bars: v.array(PaymentBar) }),
  },
  /**
   * At the desk: the visit is paid now, in cash or by a transfer that has arrived, and completed with it (SPEC §7,
   * "adds a payment and completes the appointment"). The amount is the visit's price. An open payment becomes this one;
   * there is never a second.
   */
  'payment.add': {
    method: 'POST',
    path: '/api/bank/payment/add',
    roles: staff,
    offline: 'online',
    refusals: [
      'id_taken',
      'appointment_not_found',
      'already_cancelled',
      'already_paid',
      'no_show_marked',
      'too_early',
      'bank_required',
      'bank_not_found',
    ],
    input: v.strictObject({
      id: newRecordId,
      appointmentId: id,
      type: v.optional(v.picklist(['cash', 'bank_transfer'])),
      bankId: v.optional(v.nullable(id)),
      /** False takes the money and does not complete the visit. */
      complete: v.optional(v.boolean()),
    }),
    reply: both,
    writes: { table: 'payment', needs: [] },
  },
  /** The transfer has arrived (rule 36). */
  'payment.approve': {
    ...shared,
    action: 'approve',
    means: [{ status: 'completed' }],
    refusals: ['payment_not_found', 'already_paid', 'payment_cancelled', 'transfer_only'],
    input: v.strictObject({ id }),
    reply: paymentReply,
  },
  /** The transfer will not come. `cancelAppointment`: cancels the visit too (rule 36; default yes). */
  'payment.cancel': {
    ...shared,
    action: 'cancel',
    means: [{ status: 'cancelled' }],
    refusals: ['payment_not_found', 'already_paid', 'payment_cancelled'],
    input: v.strictObject({
      id,
      cancelAppointment: v.optional(v.boolean()),
      reason: v.optional(v.nullable(requiredText(500))),
    }),
    reply: both,
  },
  'payment.delete': {
    method: 'DELETE',
    path,
    roles: managers,
    offline: 'online',
    refusals: ['payment_not_found', 'already_paid', 'transfer_only'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'payment', needs: [], removes: true },
  },
  /** none → pending (rules 30, 37: also for a missed visit, if staff decide so). */
  'payment.refundStart': {
    ...shared,
    action: 'refundStart',
    means: [{ refundStatus: 'pending' }],
    refusals: ['payment_not_found', 'refund_not_possible', 'refund_begun'],
    input: v.strictObject({ id, to: v.optional(v.picklist(['wallet', 'source'])) }),
    reply: paymentReply,
  },
  /**
   * The patient's request (rule 39): to get the money back, and where. If a refund has begun it sets the destination;
   * otherwise those who decide see the request and no state changes (rule 37). `iban`: the account that a transfer is
   * refunded to. [+]
   */
  'payment.refundAsk': {
    ...shared,
    roles: ['patient'],
    action: 'refundAsk',
    refusals: ['payment_not_found', 'refund_not_possible', 'appointment_open', 'refund_approved', 'already_refunded'],
    input: v.strictObject({
      id,
      to: v.optional(v.picklist(['wallet', 'source'])),
      iban: v.optional(v.nullable(iban)),
    }),
    reply: paymentReply,
  },
  /**
   * pending → approved, and for the wallet at once → refunded (rule 39). `to: source` goes back to the card, bank or
   * desk: a card's provider reports when it is done, for the others `payment.refundDone` does. What the wallet paid
   * always goes back to the wallet.
   */
  'payment.refundApprove': {
    ...shared,
    action: 'refundApprove',
    means: [{ refundStatus: 'approved' }],
    refusals: ['payment_not_found', 'refund_not_begun', 'refund_approved'],
    input: v.strictObject({ id, to: v.optional(v.picklist(['wallet', 'source'])) }),
    reply: sent,
  },
  /** approved → refunded: the money has left the bank or the desk. */
  'payment.refundDone': {
    ...shared,
    action: 'refundDone',
    means: [{ refundStatus: 'refunded' }],
    refusals: ['payment_not_found', 'refund_not_approved', 'already_refunded'],
    input: v.strictObject({ id }),
    reply: paymentReply,
  },
  /** Once, for a completed payment of a cancelled visit; ends in refunded (rule 40). */
  'payment.toBalance': {
    ...shared,
    action: 'toBalance',
    refusals: ['payment_not_found', 'refund_not_possible', 'appointment_open', 'refund_approved', 'already_refunded'],
    input: v.strictObject({ id }),
    reply: sent,
  },
  /** The doctor's share is paid out (rule 34). */
  'payment.earn': {
    ...shared,
    action: 'earn',
    means: [{ earnStatus: 'completed' }],
    refusals: ['payment_not_found', 'earn_too_early', 'earn_done'],
    input: v.strictObject({ id }),
    reply: paymentReply,
  },
  /** The same for many; each is judged alone, `refused` names those that were not paid out. [+] */
  'payment.earnMany': {
    method: 'PUT',
    path: '/api/payment',
    action: 'earn',
    roles: managers,
    offline: 'online',
    refusals: [],
    input: v.strictObject({ ids: listOf(id, 200, 1) }),
    reply: v.object({
      status: v.literal(true),
      payments: v.array(Payment),
      refused: v.array(v.object({ id, refused: text(40) })),
    }),
    writes: { table: 'payment', needs: [] },
  },
} as const satisfies CallTable

/** Address of the receipt's PDF. */
export const receiptPath = (paymentId: string) => `/api/payment/${paymentId}/receipt` as const
