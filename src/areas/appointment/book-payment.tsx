import { Trans, useLingui } from '@lingui/react/macro'
import { WaysToPay } from '../payment/ways-to-pay.tsx'
import { useDevice } from '../../screen/device.ts'
import { Field, FieldError } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import type { BookingFacts } from './book-facts.ts'
import type { Booking } from './booking.ts'

type BookPaymentProps = {
  booking: Booking
  facts: BookingFacts
  errors: { readonly bank: string | null; readonly pay: string | null }
  onChange: (part: Partial<Booking>) => void
}

/** How the visit is paid, for a transfer to which account (rules 18, 20, 42); and a note. */
export function BookPayment({ booking, facts: { banks, whyNoTransfer, wallet }, errors, onChange }: BookPaymentProps) {
  const { t } = useLingui()
  const { person } = useDevice()
  const { slot, payWith, useWallet = false, bankId, note } = booking
  const isPatient = person.type === 'patient'
  if (!slot)
    return (
      <p className="dim">
        <Trans>Price and payment appear here once a time is chosen.</Trans>
      </p>
    )
  return (
    <>
      <div id="book-pay" tabIndex={-1} className="stack-2">
        <WaysToPay
          price={slot.price}
          currency={slot.currency}
          wallet={wallet}
          value={{ payWith, useWallet }}
          whyNoTransfer={whyNoTransfer}
          onChange={(next) =>
            onChange({
              ...next,
              ...(next.payWith && {
                bankId: next.payWith === 'bank_transfer' && banks.length === 1 ? (banks[0]?.id ?? null) : bankId,
              }),
            })
          }
        />
        {errors.pay && <FieldError>{errors.pay}</FieldError>}
      </div>
      {payWith === 'bank_transfer' && !whyNoTransfer && !(useWallet && wallet >= slot.price) && (
        <Field id="book-bank" label={<Trans>Account the money goes to</Trans>} required error={errors.bank}>
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
