import { Trans, useLingui } from '@lingui/react/macro'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { whyNotContact } from '../../../contract/doctor/doctor.rules.ts'
import { useClinics } from '../clinic/queries.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { MultiPick } from '../../ui/multi-pick.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { CommissionField } from './commission-field.tsx'
import { DoctorForm } from './doctor-form.tsx'
import type { DoctorError, DoctorValues } from './doctor-values.ts'

/** The staff's whole form in sections (SCREENS B6); `doctor` is the card being edited, null for a new one. */
export function DoctorFields({
  value,
  onChange,
  wrong,
  doctor,
}: {
  value: DoctorValues
  onChange: (value: DoctorValues) => void
  /** The fields to mark; their texts are here. */
  wrong: readonly DoctorError[]
  doctor: Doctor | null
}) {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const { person, zone } = useDevice()
  const clinics = useClinics()
  const set = (patch: Partial<DoctorValues>) => onChange({ ...value, ...patch })
  const words: Readonly<Record<DoctorError, string>> = {
    name: t`Enter first and last name, such as Ayşe Yılmaz.`,
    phone: t`Enter a phone number.`,
    email: t`The email address is incomplete. Example: name@example.com`,
    identity: i18n._(messages.identity_invalid),
    branchIds: i18n._(messages.branch_required),
    clinicIds: i18n._(messages.clinic_required),
    commissionRatio: t`A whole number from 0 to 100.`,
    commissionAmount: t`An amount, such as 150.00.`,
  }
  const errors = Object.fromEntries(wrong.map((name) => [name, words[name]])) as Partial<Record<DoctorError, string>>
  const theirs = doctor && whyNotContact(doctor, person.type)
  const places = [...(clinics?.values() ?? [])].filter(
    ({ id, active, private: hidden }) => value.clinicIds.includes(id) || (active && !hidden),
  )
  const currency = clinics?.get(value.clinicIds[0] ?? person.clinicId ?? '')?.currency ?? 'try'
  return (
    <>
      <Card title={<Trans>Account</Trans>}>
        <div className="form-grid">
          <Field label={<Trans>First and last name</Trans>} required error={errors.name}>
            <TextInput
              autoComplete="off"
              maxLength={200}
              value={value.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
          <PhoneInput
            required
            zone={zone}
            autoComplete="off"
            value={value.phone}
            onChange={(phone) => set({ phone })}
            disabled={Boolean(theirs)}
            error={errors.phone}
            help={theirs ? i18n._(messages[theirs]) : undefined}
          />
          <Field
            label={<Trans>Email</Trans>}
            error={errors.email}
            help={theirs ? i18n._(messages[theirs]) : <Trans>Where the link to sign in goes.</Trans>}
          >
            <TextInput
              type="email"
              autoComplete="off"
              maxLength={200}
              disabled={Boolean(theirs)}
              value={value.email}
              onChange={(event) => set({ email: event.target.value })}
            />
          </Field>
          <Field
            label={<Trans>Identity number</Trans>}
            error={errors.identity}
            help={doctor ? <Trans>Only to set a new one; the one on file is not shown.</Trans> : undefined}
          >
            <TextInput
              inputMode="numeric"
              autoComplete="off"
              maxLength={30}
              value={value.identity}
              onChange={(event) => set({ identity: event.target.value })}
            />
          </Field>
        </div>
      </Card>
      {person.type === 'admin' && (
        <Card title={<Trans>Clinics</Trans>}>
          <Field
            label={<Trans>Works in</Trans>}
            required={!doctor}
            error={errors.clinicIds}
            help={<Trans>When you remove a doctor from a clinic, that clinic loses access straight away.</Trans>}
          >
            <MultiPick
              max={50}
              values={value.clinicIds}
              options={places
                .map(({ id, name, city }) => ({ value: id, label: name, detail: city }))
                .toSorted((a, b) => nameCollator(language).compare(a.label, b.label))}
              onChange={(clinicIds) => set({ clinicIds })}
            />
          </Field>
        </Card>
      )}
      <Card title={<Trans>Professional</Trans>}>
        <DoctorForm value={value} onChange={onChange} errors={{ branchIds: errors.branchIds ?? null }} />
      </Card>
      <Card title={<Trans>Commission</Trans>}>
        <CommissionField
          value={value}
          onChange={set}
          currency={currency}
          errors={errors}
          memberships={doctor?.memberships ?? []}
        />
      </Card>
    </>
  )
}
