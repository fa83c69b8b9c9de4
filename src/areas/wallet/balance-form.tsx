import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { aloneLimit } from '../../../contract/approval/approval.rules.ts'
import type { BalanceLine } from '../../../contract/balance/balance.ts'
import type { Currency } from '../../../contract/kernel/constants.ts'
import { useClinic } from '../clinic/queries.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { addBalance, newMoneyId } from '../payment/commands.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { CurrencySelect } from '../../ui/currency-select.tsx'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'

/**
 * Adds to or takes from a balance by hand, with a reason the patient reads (rules 41, 101). A line is never edited: a
 * correction is another line.
 */
export function BalanceForm({
  patientId,
  name,
  currencies,
  onClose,
  onSaved,
}: {
  patientId: string
  name: string
  /** The currencies the patient has a wallet in. */
  currencies: readonly Currency[]
  onClose: () => void
  onSaved: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const language = useLanguage()
  const offline = useIsOffline()
  const words = useProblemWords()
  const clinic = useClinic(device.person.clinicId)
  // one form makes one line, however often it is retried
  const [id] = useState(() => newMoneyId(device))
  const [type, setType] = useState<BalanceLine['type']>('receivable')
  const [amount, setAmount] = useState<number | null>(null)
  const [chosen, setChosen] = useState<Currency | null>(currencies[0] ?? null)
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // a desk's amounts are in its clinic's currency
  const currency = clinic?.currency ?? chosen ?? 'try'
  const limit = formatMoney(aloneLimit(device.settings, currency), currency, language)
  const isAmount = amount !== null && amount > 0 && amount <= MOST
  const sum = isAmount ? formatMoney(amount, currency, language) : null

  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    setTried(true)
    setProblem(null)
    if (!isAmount) return document.getElementById('balance-amount')?.focus()
    if (!reason.trim()) return document.getElementById('balance-reason')?.focus()
    setBusy(true)
    const outcome = await addBalance(device, { id, patientId, type, amount, currency, reason: reason.trim() })
    setBusy(false)
    if (outcome.kind !== 'done') return setProblem(words(outcome))
    if (outcome.reply.approval)
      showToast({
        kind: 'saved',
        title: t`A second person has to approve this`,
        text: t`This is more than one person can move alone in a day. It is waiting under “Second approvals”; nothing has been charged or refunded yet.`,
      })
    else
      showToast({
        kind: 'saved',
        title:
          type === 'receivable' ? t`${sum} added to the wallet of ${name}` : t`${sum} deducted from ${name}’s wallet`,
      })
    onSaved()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<Trans>Change the balance of {name}</Trans>}
      description={
        <>
          <Trans>
            The patient can see the entry and its reason. You cannot edit or undo it; correct a mistake with another
            entry.
          </Trans>{' '}
          <Trans>Above {limit} in a day a second person has to approve it.</Trans>{' '}
          {clinic && <Trans>It is credit at {clinic.name} and can only be spent there.</Trans>}
        </>
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        {problem && (
          <Note tone="failed" alert>
            {problem}
          </Note>
        )}
        <FieldGroup label={<Trans>What to do</Trans>}>
          <RadioGroup
            name="balance-type"
            value={type}
            onChange={setType}
            options={[
              { value: 'receivable', label: <Trans>Add to the wallet</Trans> },
              { value: 'debt', label: <Trans>Deduct from wallet</Trans> },
            ]}
          />
        </FieldGroup>
        <div className="balance-form">
          <Field
            id="balance-amount"
            label={<Trans>Amount</Trans>}
            required
            error={tried && !isAmount ? t`Enter an amount, such as 250.00, up to 1,000,000.00.` : null}
          >
            <MoneyInput value={amount} onChange={setAmount} />
          </Field>
          <Field label={<Trans>Currency</Trans>}>
            <CurrencySelect value={currency} disabled={Boolean(clinic)} onChange={setChosen} />
          </Field>
        </div>
        <Field
          id="balance-reason"
          label={<Trans>Reason</Trans>}
          required
          help={<Trans>The patient reads it. Please nothing about health.</Trans>}
          error={tried && !reason.trim() ? t`Give a reason.` : null}
        >
          <TextArea value={reason} maxLength={500} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            look="primary"
            whyDisabled={offline ? t`You need to be online to make payments.` : null}
            aria-busy={busy || undefined}
          >
            {type === 'receivable' ? (
              sum ? (
                <Trans>Add {sum}</Trans>
              ) : (
                <Trans>Add</Trans>
              )
            ) : sum ? (
              <Trans>Take off {sum}</Trans>
            ) : (
              <Trans>Deduct</Trans>
            )}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The contract's limit (contract/balance/balance.ts `amountInput`). */
const MOST = 100_000_000
