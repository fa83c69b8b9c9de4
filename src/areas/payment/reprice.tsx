import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { whyNotReprice } from '../../../contract/payment/payment.rules.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { reprice } from './commands.ts'
import { useMayManage } from './payment-acts.tsx'

/** Price and commission of a visit that no one has paid for, corrected with a reason by those who manage payments (rule 99). */
export function Reprice({ visit }: { visit: Appointment }) {
  const { t } = useLingui()
  const offline = useIsOffline()
  const manages = useMayManage()
  const [open, setOpen] = useState(false)
  if (!manages || visit.commission === undefined || whyNotReprice(visit)) return null
  return (
    <>
      <Button
        small
        look="quiet"
        className="start no-print"
        whyDisabled={offline ? t`You need to be online to make payments.` : null}
        onClick={() => setOpen(true)}
      >
        <Pencil />
        <Trans>Correct the price</Trans>
      </Button>
      {open && <RepriceDialog visit={visit} onClose={() => setOpen(false)} />}
    </>
  )
}

function RepriceDialog({ visit, onClose }: { visit: Appointment; onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const language = useLanguage()
  const words = useProblemWords()
  const [price, setPrice] = useState<number | null>(visit.price)
  const [commission, setCommission] = useState<number | null>(visit.commission ?? 0)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const money = (minor: number) => formatMoney(minor, visit.currency, language)
  const wrong = {
    price: price === null || price < 1 || price > MOST ? t`Enter an amount, such as 250.00, up to 1,000,000.00.` : null,
    commission:
      commission === null || commission < 0 || (price !== null && commission > price)
        ? t`Enter an amount that is not above the price.`
        : null,
    reason: reason.trim() ? null : t`Say why.`,
  }
  const errorOf = (part: keyof typeof wrong) => (tried ? wrong[part] : null)

  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    setTried(true)
    setProblem(null)
    const first = (['price', 'commission', 'reason'] as const).find((part) => wrong[part])
    if (first || price === null || commission === null) return document.getElementById(`reprice-${first}`)?.focus()
    setBusy(true)
    const outcome = await reprice(device, { id: visit.id, price, commission, reason: reason.trim() })
    setBusy(false)
    if (outcome.kind !== 'done') return setProblem(words(outcome))
    showToast({ kind: 'saved', title: t`Price corrected: ${visit.patientName}, ${money(price)}` })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<Trans>Correct the price of {visit.patientName}’s appointment</Trans>}
      description={
        <Trans>
          An open payment asks for the new price, payment links for the old one end, and the patient is told. The reason
          stays in the log.
        </Trans>
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        {problem && (
          <Note tone="failed" alert>
            {problem}
          </Note>
        )}
        <Field id="reprice-price" label={<Trans>Price</Trans>} required error={errorOf('price')}>
          <MoneyInput value={price} onChange={setPrice} />
        </Field>
        <Field
          id="reprice-commission"
          label={<Trans>Commission</Trans>}
          required
          error={errorOf('commission')}
          help={
            price !== null && commission !== null && commission <= price ? (
              <Trans>The doctor earns {money(price - commission)}.</Trans>
            ) : null
          }
        >
          <MoneyInput value={commission} onChange={setCommission} />
        </Field>
        <Field id="reprice-reason" label={<Trans>Reason</Trans>} required error={errorOf('reason')}>
          <TextArea maxLength={500} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Leave it</Trans>
          </Button>
          <Button type="submit" look="primary" aria-busy={busy || undefined}>
            <Trans>Correct the price</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What the contract takes (contract/balance/balance.ts `amountInput`). */
const MOST = 100_000_000
