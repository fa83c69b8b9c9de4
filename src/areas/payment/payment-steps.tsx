import { Trans, useLingui } from '@lingui/react/macro'
import type { Payment } from '../../../contract/payment/payment.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { Timeline, type Step } from '../../ui/timeline.tsx'
import { RefundTo } from './payment-words.tsx'

/** The states of a payment in order; the record's history below says who changed them. */
export function PaymentSteps({ payment }: { payment: Payment }) {
  const { t } = useLingui()
  const at = (instant: string) => formatDateTime(instant, payment.zone)
  const steps: Step[] = [{ id: 'added', bead: 'saved', title: <Trans>Added</Trans>, lines: [at(payment.addedAt)] }]
  if (payment.paidAt)
    steps.push({
      id: 'paid',
      bead: 'completed',
      title: <Trans context="payment">Paid</Trans>,
      lines: [at(payment.paidAt)],
    })
  if (payment.status === 'waiting')
    steps.push({
      id: 'waiting',
      bead: 'waiting',
      title: <Trans>Not paid yet</Trans>,
      lines: payment.payBy ? [<Trans key="by">Pay by {at(payment.payBy)}</Trans>] : [],
      open: true,
    })
  if (payment.status === 'cancelled')
    steps.push({
      id: 'cancelled',
      bead: 'cancelled',
      title: <Trans context="payment">Cancelled</Trans>,
      lines: payment.cancelledAt ? [at(payment.cancelledAt)] : [],
    })
  const { refundStatus, refundTo, type } = payment
  if (refundStatus !== 'none')
    steps.push({
      id: 'refund',
      bead: refundStatus === 'refunded' ? 'completed' : refundStatus === 'approved' ? 'arrived' : 'waiting',
      title:
        refundStatus === 'pending' ? (
          <Trans>Refund waits for approval</Trans>
        ) : refundStatus === 'approved' ? (
          <Trans>Refund approved</Trans>
        ) : (
          <Trans>Refunded</Trans>
        ),
      lines: [
        ...(payment.refundedAt ? [at(payment.refundedAt)] : []),
        ...(refundTo ? [<RefundTo key="to" to={refundTo} type={type} />] : []),
      ],
    })
  return <Timeline label={t({ message: 'Timeline', context: 'payment' })} steps={steps} />
}
