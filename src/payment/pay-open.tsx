import { Trans, useLingui } from '@lingui/react/macro'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import type { Appointment } from '../../contract/appointment.ts'
import { formatDateTime, formatMoney } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { usePaymentsOf } from '../appointment/queries.ts'
import { useDevice } from '../shell/device.tsx'
import { useProblemWords } from '../shell/problem-note.tsx'
import { useIsOffline } from '../sync-centre/queries.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { cardPage } from './commands.ts'

type Visit = Pick<Appointment, 'id' | 'status' | 'paymentStatus' | 'price' | 'currency' | 'zone'>

/** A patient's own visit that is not paid yet: by card, on the provider's page. An open payment is resumed, never a second one (rule 19). */
export function PayOpen({ visit, primary = false }: { visit: Visit; primary?: boolean }) {
  const { t } = useLingui()
  const { person, house } = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const words = useProblemWords()
  const payment = usePaymentsOf(visit.id)?.find(({ status }) => status === 'waiting')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  if (person.type !== 'patient' || visit.status !== 'waiting' || visit.price === 0) return null
  if (visit.paymentStatus !== 'waiting' && visit.paymentStatus !== 'none') return null
  const rest = formatMoney((payment?.amount ?? visit.price) - (payment?.walletAmount ?? 0), visit.currency, language)

  async function pay() {
    if (busy) return
    setBusy(true)
    setProblem(null)
    const outcome = await cardPage({ appointmentId: visit.id })
    // on the way to the provider's page the button stays busy
    if (outcome.kind === 'done') return location.assign(outcome.reply.paymentUrl)
    setBusy(false)
    setProblem(words(outcome))
  }
  return (
    <div className="stack-2 no-print">
      {payment?.type === 'credit_card' && payment.payBy && (
        <p className="sm">
          <Trans>The time is kept for you until {formatDateTime(payment.payBy, visit.zone)}.</Trans>
        </p>
      )}
      <Button
        look={primary ? 'primary' : 'default'}
        whyDisabled={
          offline
            ? t`Paying by card needs a connection. The payment stays open.`
            : house.cards
              ? null
              : t`Cards are not taken here at the moment.`
        }
        aria-busy={busy || undefined}
        onClick={() => void pay()}
      >
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
