import { Trans, useLingui } from '@lingui/react/macro'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { readIban } from '../../../contract/bank/bank.rules.ts'
import { whyNotRefundAsk } from '../../../contract/payment/payment.rules.ts'
import type { Payment } from '../../../contract/payment/payment.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { askRefund, type RefundTarget } from './commands.ts'
import { RefundTo } from './payment-words.tsx'

/**
 * A patient's own request for a refund of what they paid, or of where it should go (rule 39). Once a refund has begun
 * they choose only where it goes; everything else is decided by those who run the clinic (rule 37).
 */
export function RefundAsk({ payment, visit }: { payment: Payment; visit: Appointment }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const offline = useIsOffline()
  const [asking, setAsking] = useState(false)
  if (person.type !== 'patient' || whyNotRefundAsk(payment, visit)) return null
  const begun = payment.refundStatus === 'pending'
  return (
    <>
      {payment.refundAskedAt && (
        <p className="sm">
          {begun ? (
            <Trans>You have chosen where the money goes.</Trans>
          ) : (
            <Trans>You have asked for the money. The clinic decides and tells you.</Trans>
          )}
        </p>
      )}
      <Button
        small
        look="quiet"
        className="start no-print"
        whyDisabled={offline ? t`You need to be online to make payments.` : null}
        onClick={() => setAsking(true)}
      >
        <RotateCcw />
        {begun ? <Trans>Choose where the money goes</Trans> : <Trans>Ask for the money back</Trans>}
      </Button>
      {asking && <AskDialog payment={payment} onClose={() => setAsking(false)} />}
    </>
  )
}

function AskDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const language = useLanguage()
  const words = useProblemWords()
  const [to, setTo] = useState<RefundTarget>(payment.refundTo ?? 'wallet')
  const [iban, setIban] = useState(payment.refundIban ?? '')
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const begun = payment.refundStatus === 'pending'
  const toBank = to === 'source' && payment.type === 'bank_transfer'
  const wrong = toBank && readIban(iban) === null
  const amount = formatMoney(payment.amount, payment.currency, language)

  async function ask(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    setTried(true)
    setProblem(null)
    if (wrong) return document.getElementById('refund-iban')?.focus()
    setBusy(true)
    const outcome = await askRefund(device, { id: payment.id, to, ...(toBank && { iban }) })
    setBusy(false)
    if (outcome.kind !== 'done') return setProblem(words(outcome))
    showToast({
      kind: 'saved',
      title: begun ? t`The clinic knows where the money goes.` : t`The clinic has been asked.`,
    })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={begun ? <Trans>Where shall {amount} go?</Trans> : <Trans>Ask for {amount} back?</Trans>}
      description={
        begun ? (
          <Trans>The refund has started. It is sent when the clinic has approved it.</Trans>
        ) : (
          <Trans>Those who run the clinic are told and decide. Nothing changes until then.</Trans>
        )
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void ask(event)}>
        {problem && (
          <Note tone="failed" alert>
            {problem}
          </Note>
        )}
        {payment.type !== 'wallet' && (
          <FieldGroup label={<Trans>Where the money goes</Trans>}>
            <RadioGroup
              name="ask-to"
              value={to}
              onChange={setTo}
              options={[
                {
                  value: 'wallet',
                  label: <Trans>To my wallet</Trans>,
                  help: <Trans>As soon as it is approved; it can pay for the next appointment.</Trans>,
                },
                {
                  value: 'source',
                  label: <RefundTo to="source" type={payment.type} />,
                  help: <Trans>It can take some days. What came from the wallet goes back there in any case.</Trans>,
                },
              ]}
            />
          </FieldGroup>
        )}
        {toBank && (
          <Field
            id="refund-iban"
            label={<Trans>IBAN of your account</Trans>}
            required
            error={tried && wrong ? t`Enter a valid IBAN, such as TR33 0006 1005 1978 6457 8413 26.` : null}
          >
            <TextInput
              value={iban}
              maxLength={60}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setIban(event.target.value)}
            />
          </Field>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <Button type="submit" look="primary" aria-busy={busy || undefined}>
            {begun ? <Trans>Save</Trans> : <Trans>Ask the clinic</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
