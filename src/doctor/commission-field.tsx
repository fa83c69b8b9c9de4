import { Trans, useLingui } from '@lingui/react/macro'
import type { Currency } from '../../contract/constants.ts'
import { exampleShare } from '../../contract/doctor.rules.ts'
import { formatMoney } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { RadioGroup } from '../ui/choice.tsx'
import { Field, FieldGroup } from '../ui/field.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { TextInput } from '../ui/text-input.tsx'
import type { DoctorError, DoctorValues } from './doctor-values.ts'

/** What the platform keeps of each visit, with an example reckoned by the rule that books (rule 33, SCREENS B6). */
export function CommissionField({
  value,
  onChange,
  currency,
  errors,
}: {
  value: DoctorValues
  onChange: (patch: Partial<DoctorValues>) => void
  currency: Currency
  errors: Readonly<Partial<Record<DoctorError, string | null>>>
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const { commissionType: type, commissionRatio, commissionAmount } = value
  const ratio = /^\d{1,3}$/.test(commissionRatio.trim()) ? Number(commissionRatio) : null
  const isKnown = type === 'none' || (type === 'ratio' ? ratio !== null && ratio <= 100 : commissionAmount !== null)
  const price = 100_000
  const { earn } = exampleShare(
    { commissionType: type === 'none' ? null : type, commissionRatio: ratio, commissionAmount },
    price,
  )
  const money = (minor: number) => formatMoney(minor, currency, language)
  return (
    <div className="form-grid">
      <FieldGroup label={<Trans>Commission</Trans>}>
        <RadioGroup
          name="commission"
          value={type}
          onChange={(commissionType) => onChange({ commissionType })}
          options={[
            { value: 'none', label: <Trans context="commission">none</Trans> },
            { value: 'ratio', label: <Trans>percent of the price</Trans> },
            { value: 'amount', label: <Trans>a fixed amount</Trans> },
          ]}
        />
      </FieldGroup>
      <div className="stack-2">
        {type === 'ratio' && (
          <Field label={<Trans>Percent</Trans>} required error={errors.commissionRatio}>
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              value={commissionRatio}
              onChange={(event) => onChange({ commissionRatio: event.target.value })}
            />
          </Field>
        )}
        {type === 'amount' && (
          <Field label={t`Amount, ${currency.toUpperCase()}`} required error={errors.commissionAmount}>
            <MoneyInput value={commissionAmount} onChange={(minor) => onChange({ commissionAmount: minor })} />
          </Field>
        )}
        {isKnown && (
          <p className="doctor-example dim" aria-live="polite">
            <Trans>
              Price {money(price)} → earns {money(earn)}
            </Trans>
          </p>
        )}
      </div>
    </div>
  )
}
