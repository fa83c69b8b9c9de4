import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { whyNotComplete } from '../../../contract/appointment/appointment.rules.ts'
import { useBanks } from '../bank/queries.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, RadioGroup } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { newMoneyId, takeAtDesk } from './commands.ts'

/**
 * Records money taken at the desk or the bedside, in cash or by a transfer that has arrived; it also completes the
 * visit (SPEC §7).
 */
export function DeskPayment({
  visit,
  onClose,
  moneyId,
}: {
  visit: Appointment
  onClose: () => void
  /** The id of a payment that was first tried without this dialog, which then retries the same one. */
  moneyId?: string
}) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const language = useLanguage()
  const words = useProblemWords()
  const banks = (useBanks() ?? []).filter((bank) => bank.active && bank.currency === visit.currency)
  // one dialog records one payment, however often it is retried
  const [id] = useState(() => moneyId ?? newMoneyId(device))
  const early = visit.status === 'waiting' ? whyNotComplete(visit, device.person, device.now()) : null
  const [type, setType] = useState<'cash' | 'bank_transfer'>('cash')
  const [bankId, setBankId] = useState<string | null>(banks.length === 1 ? (banks[0]?.id ?? null) : null)
  const [complete, setComplete] = useState(visit.status === 'waiting' && early === null)
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const amount = formatMoney(visit.price, visit.currency, language)
  const name = visit.patientName

  async function take(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    setTried(true)
    setProblem(null)
    if (type === 'bank_transfer' && !bankId) return document.getElementById('desk-bank')?.focus()
    setBusy(true)
    const outcome = await takeAtDesk(device, {
      id,
      appointmentId: visit.id,
      type,
      ...(type === 'bank_transfer' && { bankId }),
      complete,
    })
    setBusy(false)
    if (outcome.kind !== 'done') return setProblem(words(outcome))
    showToast({ kind: 'saved', title: t`Paid: ${name}, ${amount}` })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={
        <Trans>
          Take {amount} from {name}?
        </Trans>
      }
      description={
        <Trans>
          The payment counts as completed straight away. An open payment of this appointment becomes this one.
        </Trans>
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void take(event)}>
        {problem && (
          <Note tone="failed" alert>
            {problem}
          </Note>
        )}
        <FieldGroup label={<Trans>How it was paid</Trans>}>
          <RadioGroup
            name="desk-type"
            value={type}
            onChange={setType}
            options={[
              { value: 'cash', label: <Trans context="payment">Cash</Trans> },
              {
                value: 'bank_transfer',
                label: <Trans>By a transfer that has arrived</Trans>,
                disabled: banks.length === 0,
              },
            ]}
          />
        </FieldGroup>
        {type === 'bank_transfer' && (
          <Field
            id="desk-bank"
            label={<Trans>Account the money went to</Trans>}
            required
            error={tried && !bankId ? i18n._(messages.bank_required) : null}
          >
            <NativeSelect value={bankId ?? ''} onChange={(event) => setBankId(event.target.value || null)}>
              <option value="">{t`Choose a bank`}</option>
              {banks.map((bank) => (
                <option key={bank.id} value={bank.id}>
                  {[bank.name, bank.branch].filter(Boolean).join(', ')}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
        {visit.status === 'waiting' && (
          <Checkbox
            checked={complete}
            disabled={early !== null}
            help={early ? i18n._(messages[early]) : <Trans>A completed appointment cannot be opened again.</Trans>}
            onChange={(event) => setComplete(event.target.checked)}
          >
            <Trans>Complete the appointment with it</Trans>
          </Checkbox>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Not yet</Trans>
          </Button>
          <Button type="submit" look="primary" aria-busy={busy || undefined}>
            <Trans>Record payment of {amount}</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
