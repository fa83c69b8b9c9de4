import { Trans, useLingui } from '@lingui/react/macro'
import { formatMoney } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { useDevice } from '../shell/device.tsx'
import { RadioGroup } from '../ui/choice.tsx'
import { Field, FieldGroup } from '../ui/field.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { TextArea } from '../ui/text-input.tsx'
import type { BookingFacts } from './book-facts.ts'
import type { Booking } from './booking.ts'

type BookPaymentProps = {
  booking: Booking
  facts: BookingFacts
  error: string | null
  onChange: (part: Partial<Booking>) => void
}

/** How the visit is paid, of what works today: later, or by transfer to an account of the clinic's currency (rules 18, 20); and a note. */
export function BookPayment({ booking, facts: { banks, whyNoTransfer }, error, onChange }: BookPaymentProps) {
  const { t } = useLingui()
  const { person } = useDevice()
  const language = useLanguage()
  const { slot, payWith, bankId, note } = booking
  const isPatient = person.type === 'patient'
  if (!slot)
    return (
      <p className="dim">
        <Trans>Price and payment appear here once a time is chosen.</Trans>
      </p>
    )
  return (
    <>
      <FieldGroup label={<Trans>Payment of {formatMoney(slot.price, slot.currency, language)}</Trans>}>
        <RadioGroup
          name="book-pay"
          value={payWith}
          onChange={(next) =>
            onChange({
              payWith: next,
              bankId: next === 'bank_transfer' && banks.length === 1 ? (banks[0]?.id ?? null) : bankId,
            })
          }
          options={[
            {
              value: 'later',
              label: isPatient ? <Trans>At the clinic</Trans> : <Trans>Later</Trans>,
              help: isPatient ? (
                <Trans>You pay when you come.</Trans>
              ) : (
                <Trans>The payment stays open and does not expire.</Trans>
              ),
            },
            {
              value: 'bank_transfer',
              label: <Trans>Bank transfer</Trans>,
              help: whyNoTransfer ?? (
                <Trans>The time is kept for 48 hours, at most until 2 hours before it begins.</Trans>
              ),
              disabled: whyNoTransfer !== null,
            },
          ]}
        />
      </FieldGroup>
      {payWith === 'bank_transfer' && !whyNoTransfer && (
        <Field id="book-bank" label={<Trans>Account the money goes to</Trans>} required error={error}>
          <NativeSelect value={bankId ?? ''} onChange={(event) => onChange({ bankId: event.target.value || null })}>
            <option value="">{t`Choose a bank`}</option>
            {banks.map((bank) => (
              <option key={bank.id} value={bank.id}>
                {[bank.name, bank.branch].filter(Boolean).join(', ')}
              </option>
            ))}
          </NativeSelect>
        </Field>
      )}
      <Field
        label={isPatient ? <Trans>What should the doctor know?</Trans> : <Trans>The patient’s note</Trans>}
        help={
          isPatient ? (
            <Trans>The doctor and the clinic can read it.</Trans>
          ) : (
            <Trans>What the patient wants the doctor to know. The patient can read it.</Trans>
          )
        }
        aside={note.length > 1800 ? `${note.length} / 2000` : null}
      >
        <TextArea maxLength={2000} value={note} onChange={(event) => onChange({ note: event.target.value })} />
      </Field>
    </>
  )
}
