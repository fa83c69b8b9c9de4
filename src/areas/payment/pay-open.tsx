import { Trans } from '@lingui/react/macro'
import { CreditCard } from 'lucide-react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { formatDateTime, formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { usePaymentsOf } from '../appointment/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useCardPage } from './use-card-page.ts'

type Visit = Pick<Appointment, 'id' | 'status' | 'paymentStatus' | 'price' | 'currency' | 'zone'>

/**
 * Lets a patient pay their own unpaid visit by card, on the provider's page. An open payment is resumed; there is never
 * a second one (rule 19).
 */
export function PayOpen({ visit, primary = false }: { visit: Visit; primary?: boolean }) {
  const { person } = useDevice()
  const language = useLanguage()
  const payment = usePaymentsOf(visit.id)?.find(({ status }) => status === 'waiting')
  const amount = (payment?.amount ?? visit.price) - (payment?.walletAmount ?? 0)
  const shown = { amount, currency: visit.currency }
  const { pay, busy, problem, why } = useCardPage({ appointmentId: visit.id, shown })
  if (person.type !== 'patient' || visit.status !== 'waiting' || visit.price === 0) return null
  if (visit.paymentStatus !== 'waiting' && visit.paymentStatus !== 'none') return null
  const rest = formatMoney(amount, visit.currency, language)

  return (
    <div className="stack-2 no-print">
      {payment?.type === 'credit_card' && payment.payBy && (
        <p className="sm">
          <Trans>The time is kept for you until {formatDateTime(payment.payBy, visit.zone)}.</Trans>
        </p>
      )}
      <Button look={primary ? 'primary' : 'default'} whyDisabled={why} aria-busy={busy || undefined} onClick={pay}>
        <CreditCard />
        {busy ? <Trans>One moment…</Trans> : <Trans>Pay {rest} by card</Trans>}
      </Button>
      {problem && (
        <Note tone="failed" alert>
          {problem}
        </Note>
      )}
    </div>
  )
}
