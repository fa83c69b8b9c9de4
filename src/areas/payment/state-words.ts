import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import type { Payment } from '../../../contract/payment/payment.ts'

/** The words of every state of a payment, for filters, badges and exports. */
export const TYPE_WORDS: Readonly<Record<Payment['type'], MessageDescriptor>> = {
  credit_card: msg({ message: 'Card', context: 'payment' }),
  bank_transfer: msg`Bank transfer`,
  wallet: msg({ message: 'Wallet', context: 'payment' }),
  cash: msg({ message: 'Cash', context: 'payment' }),
}
export const STATUS_WORDS: Readonly<Record<Payment['status'], MessageDescriptor>> = {
  waiting: msg({ message: 'Waiting', context: 'payment' }),
  completed: msg({ message: 'Completed', context: 'payment' }),
  cancelled: msg({ message: 'Cancelled', context: 'payment' }),
}
export const REFUND_WORDS: Readonly<Record<Payment['refundStatus'], MessageDescriptor>> = {
  none: msg`No refund`,
  pending: msg`Refund waits for approval`,
  approved: msg`Refund approved`,
  refunded: msg`Refunded`,
}
export const EARN_WORDS: Readonly<Record<NonNullable<Payment['earnStatus']>, MessageDescriptor>> = {
  waiting: msg({ message: 'not paid out', context: 'earning' }),
  completed: msg({ message: 'paid out', context: 'earning' }),
}
