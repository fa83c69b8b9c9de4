import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import type { PaymentLink } from '../../../contract/paymentlink/paymentlink.ts'
import { VisitBadge } from '../../ui/badge.tsx'
import type { VisitState } from '../../ui/bead-states.ts'
import { knownOr, wordOf } from '../../i18n/word-of.ts'

/** The words of a link's states, for filters and badges. */
export const LINK_WORDS: Readonly<Record<PaymentLink['status'], MessageDescriptor>> = {
  waiting: msg({ message: 'Waiting', context: 'payment link' }),
  paid: msg({ message: 'Paid', context: 'payment link' }),
  cancelled: msg({ message: 'Cancelled', context: 'payment link' }),
  expired: msg({ message: 'Expired', context: 'payment link' }),
}
const BEADS = { waiting: 'waiting', paid: 'completed', cancelled: 'cancelled', expired: 'no-show' } as const

export function LinkBadge({ status }: { status: PaymentLink['status'] }) {
  const { i18n } = useLingui()
  return (
    <VisitBadge state={knownOr<string, VisitState>(BEADS, status, 'tentative')}>
      {i18n._(wordOf(LINK_WORDS, status))}
    </VisitBadge>
  )
}
