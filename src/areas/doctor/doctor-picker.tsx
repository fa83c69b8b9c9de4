import { usePlaces } from './use-places.ts'
import './doctor.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '../../i18n/locale.ts'
import { nameCollator } from '../../i18n/format.ts'
import { useClinics } from '../clinic/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { fullName, useSpecialty } from './doctor-words.ts'
import { useDoctors } from './queries.ts'

/** Where a visit takes place and with whom; a clinic of null is the doctor's own practice. */
export type DoctorPlace = { readonly doctorId: string | null; readonly clinicId: string | null }

type DoctorPickerProps = {
  id: string
  value: DoctorPlace
  onChange: (value: DoctorPlace) => void
  error?: string | null | undefined
}

/**
 * For staff: a clinic user’s active doctors; an admin’s after the clinic; a doctor’s own clinics if they work in
 * several (SCREENS B1).
 */
export function DoctorPicker({ id, value, onChange, error }: DoctorPickerProps) {
  const { person } = useDevice()
  return (
    <div className="doctor-fields">
      {person.type === 'admin' && <ClinicField value={value} onChange={onChange} />}
      {person.type !== 'doctor' && (person.type !== 'admin' || value.clinicId) && (
        <DoctorField id={id} value={value} onChange={onChange} error={error} />
      )}
      {person.type === 'doctor' && <PlaceField value={value} onChange={onChange} />}
    </div>
  )
}

function ClinicField({ value, onChange }: Pick<DoctorPickerProps, 'value' | 'onChange'>) {
  const language = useLanguage()
  const clinics = [...(useClinics()?.values() ?? [])]
    .filter(({ active }) => active)
    .toSorted((a, b) => nameCollator(language).compare(a.name, b.name))
  const chosen = clinics.find((clinic) => clinic.id === value.clinicId)
  return (
    <Field label={<Trans>Clinic</Trans>} required>
      <Combobox
        options={clinics.map((clinic) => ({ value: clinic.id, label: clinic.name, detail: clinic.city }))}
        selected={chosen ? { value: chosen.id, label: chosen.name } : null}
        onSelect={(option) => onChange({ clinicId: option?.value ?? null, doctorId: null })}
      />
    </Field>
  )
}

function DoctorField({ id, value, onChange, error }: DoctorPickerProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const specialty = useSpecialty()
  const doctors = [...(useDoctors()?.values() ?? [])]
    .filter((doctor) => doctor.active && value.clinicId !== null && doctor.clinicIds.includes(value.clinicId))
    .toSorted((a, b) => nameCollator(language).compare(a.name, b.name))
  const chosen = doctors.find((doctor) => doctor.id === value.doctorId)
  return (
    <Field id={id} label={<Trans>Doctor</Trans>} required error={error}>
      <Combobox
        options={doctors.map((doctor) => ({
          value: doctor.id,
          label: fullName(doctor),
          detail: specialty(doctor) ?? '',
        }))}
        selected={chosen ? { value: chosen.id, label: fullName(chosen) } : null}
        onSelect={(option) => onChange({ ...value, doctorId: option?.value ?? null })}
        placeholder={t`Name or specialty`}
      />
    </Field>
  )
}

/** Where the doctor works; shown only if there is a choice. */
export function PlaceField({ value, onChange }: Pick<DoctorPickerProps, 'value' | 'onChange'>) {
  const places = usePlaces(value.doctorId)
  if (places.length < 2) return null
  return (
    <Field label={<Trans>Clinic</Trans>} required>
      <NativeSelect
        value={value.clinicId ?? ''}
        onChange={(event) => onChange({ ...value, clinicId: event.target.value })}
      >
        {places.map((clinic) => (
          <option key={clinic.id} value={clinic.id}>
            {clinic.name}, {clinic.city}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}
