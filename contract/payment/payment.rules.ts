import type { Appointment } from '../appointment/appointment.ts'
import type { Role } from '../kernel/call.ts'
import type { MessageCode } from '../kernel/messages.ts'
import type { Payment } from './payment.ts'

/**
 * Why a thing may not be done to a payment, or null: one answer for the button, the server and the words on the screen.
 * The database checks the steps too (migration 0021, `money_step`), so that none is skipped.
 */
type Why<F> = (payment: F) => MessageCode | null

/** The states that may follow each state (TRUST D6); a state that is not listed is final. */
export const PAYMENT_STEPS = { waiting: ['completed', 'cancelled'] } as const
export const REFUND_STEPS = { none: ['pending'], pending: ['approved'], approved: ['refunded'] } as const
export const EARN_STEPS = { waiting: ['completed'] } as const

/**
 * RULES 13: admins and the users of a private clinic change payments; a public clinic's desk only reads and takes cash.
 */
export const mayManage = (who: { readonly type: Role }, ownClinicIsPrivate: boolean): boolean =>
  who.type === 'admin' || (who.type === 'clinic' && ownClinicIsPrivate)

type State = Pick<Payment, 'status' | 'type'>
type RefundState = Pick<Payment, 'status' | 'refundStatus' | 'appointmentId' | 'amount'>

/** Rule 36: only what waits. Only its provider completes a card payment. */
export const whyNotApprove: Why<State> = (payment) =>
  closed(payment) ?? (payment.type === 'bank_transfer' ? null : 'transfer_only')

export const whyNotCancelPayment: Why<State> = (payment) => closed(payment)

/** Rule 36: a transfer that waits or was cancelled. */
export const whyNotDeletePayment: Why<State> = ({ status, type }) =>
  status === 'completed' ? 'already_paid' : type === 'bank_transfer' ? null : 'transfer_only'

/** Rule 38: only what was paid, and only once. Money in a wallet is returned by the wallet's own lines. */
export const whyNotRefundStart: Why<RefundState & { readonly topUp?: boolean }> = (payment) =>
  payment.status !== 'completed' || payment.amount === 0 || payment.topUp
    ? 'refund_not_possible'
    : payment.refundStatus === 'none'
      ? null
      : 'refund_begun'

/**
 * Rules 37, 39: a patient may ask for what they paid for a visit that is over or was cancelled, until it has been sent
 * back. What the wallet paid goes back there in any case: once its refund has begun there is nothing left to choose.
 */
export const whyNotRefundAsk = (
  payment: RefundState & { readonly type: Payment['type']; readonly topUp?: boolean },
  visit: Pick<Appointment, 'status'> | null,
): MessageCode | null => {
  if (payment.status !== 'completed' || payment.amount === 0 || payment.topUp) return 'refund_not_possible'
  if (payment.refundStatus === 'refunded') return 'already_refunded'
  if (payment.refundStatus === 'approved') return 'refund_approved'
  if (payment.refundStatus === 'pending' && payment.type === 'wallet') return 'refund_not_possible'
  return visit?.status === 'waiting' ? 'appointment_open' : null
}

export const whyNotRefundApprove: Why<RefundState> = ({ refundStatus }) =>
  refundStatus === 'pending' ? null : refundStatus === 'none' ? 'refund_not_begun' : 'refund_approved'

export const whyNotRefundDone: Why<RefundState> = ({ refundStatus }) =>
  refundStatus === 'approved' ? null : refundStatus === 'refunded' ? 'already_refunded' : 'refund_not_approved'

/** Rule 40: for a completed payment of a cancelled visit, once, and not during another refund. */
export const whyNotToBalance = (
  payment: RefundState,
  visit: Pick<Appointment, 'status'> | null,
): MessageCode | null => {
  if (payment.status !== 'completed' || !visit || payment.amount === 0) return 'refund_not_possible'
  if (payment.refundStatus === 'refunded') return 'already_refunded'
  if (payment.refundStatus === 'approved') return 'refund_approved'
  return visit.status === 'cancelled' ? null : 'appointment_open'
}

/** Rule 99: for a visit that is not paid. */
export const whyNotReprice = ({
  status,
  paymentStatus,
}: Pick<Appointment, 'status' | 'paymentStatus'>): MessageCode | null =>
  status === 'cancelled' ? 'already_cancelled' : paymentStatus === 'completed' ? 'already_paid' : null

/**
 * Rule 34: when the visit is over and the payment completed, and not being refunded. A no-show keeps the money (rule
 * 30).
 */
export const whyNotEarn = (
  payment: Pick<Payment, 'status' | 'refundStatus' | 'earnStatus'>,
  visit: { readonly status: Appointment['status']; readonly noShow: boolean } | null,
): MessageCode | null =>
  payment.earnStatus === 'completed'
    ? 'earn_done'
    : visit &&
        (visit.status === 'completed' || (visit.status === 'waiting' && visit.noShow)) &&
        payment.status === 'completed' &&
        payment.refundStatus === 'none'
      ? null
      : 'earn_too_early'

const closed = ({ status }: State): MessageCode | null =>
  status === 'completed' ? 'already_paid' : status === 'cancelled' ? 'payment_cancelled' : null
