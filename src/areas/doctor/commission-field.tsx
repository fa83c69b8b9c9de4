import { Trans, useLingui } from '@lingui/react/macro'
import type { Currency } from '../../../contract/kernel/constants.ts'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { exampleShare } from '../../../contract/doctor/doctor.rules.ts'
import { useClinics } from '../clinic/queries.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { RadioGroup } from '../../ui/choice.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { DoctorError, DoctorValues } from './doctor-values.ts'

/**
 * What the platform keeps of each visit, with an example computed by the rule that bookings use (rule 33, SCREENS B6).
 */
export function CommissionField({
  value,
  onChange,
  currency,
  errors,
  memberships = [],
}: {
  value: DoctorValues
  onChange: (patch: Partial<DoctorValues>) => void
  currency: Currency
  errors: Readonly<Partial<Record<DoctorError, string | null>>>
  /** With several memberships, the person chooses whose commission it is. */
  memberships?: Doctor['memberships']
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const clinics = useClinics()
  const { commissionType: type, commissionRatio, commissionAmount } = value
  const ratio = /^\d{1,3}$/.test(commissionRatio.trim()) ? Number(commissionRatio) : null
  const isKnown = type === 'none' || (type === 'ratio' ? ratio !== null && ratio <= 100 : commissionAmount !== null)
  const price = 100_000
  const { earn } = exampleShare(
    { commissionType: type === 'none' ? null : type, commissionRatio: ratio, commissionAmount },
    price,
  )
  /** Each clinic has its own terms. */
  function choose(clinicId: string) {
    const membership = memberships.find((each) => each.clinicId === clinicId)
    onChange({
      commissionClinicId: clinicId,
      commissionType: membership?.commissionType ?? 'none',
      commissionRatio: String(membership?.commissionRatio ?? ''),
      commissionAmount: membership?.commissionAmount ?? null,
    })
  }
  const money = (minor: number) => formatMoney(minor, currency, language)
  return (
    <div className="form-grid">
      {memberships.length > 1 && (
        <Field label={<Trans>Commission of</Trans>}>
          <NativeSelect value={value.commissionClinicId} onChange={(event) => choose(event.target.value)}>
            {memberships.map(({ clinicId }) => (
              <option key={clinicId} value={clinicId}>
                {clinics?.get(clinicId)?.name ?? clinicId}
              </option>
            ))}
          </NativeSelect>
        </Field>
      )}
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
