import { Trans, useLingui } from '@lingui/react/macro'
import { Banknote, Check, CircleHelp, CreditCard, Landmark, RotateCcw, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { TYPE_WORDS, STATUS_WORDS, REFUND_WORDS } from './state-words.ts'
import type { Payment } from '../../../contract/payment/payment.ts'
import { VisitBadge } from '../../ui/badge.tsx'
import type { VisitState } from '../../ui/bead-states.ts'
import { knownOr, wordOf } from '../../i18n/word-of.ts'

const BEADS = { waiting: 'waiting', completed: 'completed', cancelled: 'cancelled' } as const satisfies Record<
  Payment['status'],
  VisitState
>
const ICONS = { credit_card: CreditCard, bank_transfer: Landmark, wallet: Wallet, cash: Banknote } as const

/** The payment method with its icon, and what the wallet paid of it. */
export function PaymentType({ payment }: { payment: Pick<Payment, 'type' | 'amount' | 'walletAmount'> }) {
  const { i18n } = useLingui()
  const Icon = (ICONS as Partial<typeof ICONS>)[payment.type] ?? CircleHelp // of a payment method that a newer build has
  const partly = payment.type !== 'wallet' && payment.walletAmount > 0
  return (
    <span>
      <Icon aria-hidden="true" /> {i18n._(wordOf(TYPE_WORDS, payment.type))}
      {partly && (
        <>
          {' + '}
          {i18n._(TYPE_WORDS.wallet)}
        </>
      )}
    </span>
  )
}

/** The badge of the payment's state. */
export function PaymentBadge({ status }: { status: Payment['status'] }) {
  const { i18n } = useLingui()
  return <VisitBadge state={knownOr(BEADS, status, 'tentative')}>{i18n._(wordOf(STATUS_WORDS, status))}</VisitBadge>
}

/** How far a refund has come, or that it is requested; nothing if there is none. */
export function RefundWord({ payment }: { payment: Pick<Payment, 'refundStatus' | 'refundAskedAt'> }): ReactNode {
  const { i18n } = useLingui()
  if (payment.refundStatus === 'none')
    return payment.refundAskedAt ? (
      <span className="xs">
        <RotateCcw aria-hidden="true" /> <Trans>Refund asked for</Trans>
      </span>
    ) : null
  const Icon = payment.refundStatus === 'refunded' ? Check : RotateCcw
  return (
    <span className="xs">
      <Icon aria-hidden="true" /> {i18n._(wordOf(REFUND_WORDS, payment.refundStatus))}
    </span>
  )
}

/** Where a refund goes. */
export function RefundTo({ to, type }: { to: 'wallet' | 'source'; type: Payment['type'] }) {
  if (to === 'wallet' || type === 'wallet') return <Trans>To the patient’s wallet</Trans>
  switch (type) {
    case 'credit_card':
      return <Trans>Back to the record</Trans>
    case 'bank_transfer':
      return <Trans>Back to the bank account</Trans>
    case 'cash':
      return <Trans>Back in cash, at reception</Trans>
    default:
      // a payment method that this build does not know
      return <Trans>Back to where it came from</Trans>
  }
}

/** Each sum of a list in its own currency, one below the other. */
export function Sums({ children }: { children: readonly ReactNode[] }) {
  return (
    <span className="sums">
      {children.map((sum, index) => (
        <span key={index}>{sum}</span>
      ))}
    </span>
  )
}
