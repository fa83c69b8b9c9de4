import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { Banknote, Check, CreditCard, Landmark, RotateCcw, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Payment } from '../../contract/payment.ts'
import { VisitBadge } from '../ui/badge.tsx'

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

const ICONS = { credit_card: CreditCard, bank_transfer: Landmark, wallet: Wallet, cash: Banknote } as const

/** How it is paid, with its icon; what the wallet paid of it is said beside. */
export function PaymentType({ payment }: { payment: Pick<Payment, 'type' | 'amount' | 'walletAmount'> }) {
  const { i18n } = useLingui()
  const Icon = ICONS[payment.type]
  const partly = payment.type !== 'wallet' && payment.walletAmount > 0
  return (
    <span>
      <Icon aria-hidden="true" /> {i18n._(TYPE_WORDS[payment.type])}
      {partly && (
        <>
          {' + '}
          {i18n._(TYPE_WORDS.wallet)}
        </>
      )}
    </span>
  )
}

/** Whether it has been paid: the pill. */
export function PaymentBadge({ status }: { status: Payment['status'] }) {
  const { i18n } = useLingui()
  return <VisitBadge state={status}>{i18n._(STATUS_WORDS[status])}</VisitBadge>
}

/** How far the money is on its way back, or that it is asked for; nothing where it stays. */
export function RefundWord({ payment }: { payment: Pick<Payment, 'refundStatus' | 'refundAskedAt'> }): ReactNode {
  const { i18n } = useLingui()
  if (payment.refundStatus === 'none')
    return payment.refundAskedAt ? (
      <span className="nowrap xs">
        <RotateCcw aria-hidden="true" /> <Trans>Refund asked for</Trans>
      </span>
    ) : null
  const Icon = payment.refundStatus === 'refunded' ? Check : RotateCcw
  return (
    <span className="nowrap xs">
      <Icon aria-hidden="true" /> {i18n._(REFUND_WORDS[payment.refundStatus])}
    </span>
  )
}

/** Where a refund goes. */
export function RefundTo({ to, type }: { to: 'wallet' | 'source'; type: Payment['type'] }) {
  if (to === 'wallet' || type === 'wallet') return <Trans>To the patient’s wallet</Trans>
  switch (type) {
    case 'credit_card':
      return <Trans>Back to the card</Trans>
    case 'bank_transfer':
      return <Trans>Back to the bank account</Trans>
    case 'cash':
      return <Trans>Back in cash, at the desk</Trans>
  }
}

/** Each sum of a list in its own currency, one under the other. */
export function Sums({ children }: { children: readonly ReactNode[] }) {
  return (
    <span className="sums">
      {children.map((sum, index) => (
        <span key={index} className="nowrap">
          {sum}
        </span>
      ))}
    </span>
  )
}
