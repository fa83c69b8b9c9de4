import { Trans, useLingui } from '@lingui/react/macro'
import { BLOOD_TYPES, GENDERS } from '../../../contract/patient/patient.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { countryOfZone } from '../../../contract/kernel/phone.rules.ts'
import { CityField } from '../place/city-field.tsx'
import { useDevice } from '../../screen/device.ts'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { IdentityField } from '../../ui/identity-field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { AllergyField } from './allergy-field.tsx'
import type { PatientValues, Wrong } from './form-values.ts'
import { useGenders } from './patient-words.tsx'

/**
 * The card's fields in sections. A doctor changes contacts and allergies; an admin changes nothing medical (RULES 13,
 * decision 0059).
 */
export function PatientFields({
  values,
  onChange,
  wrong,
  zone,
  contactOnly,
  hasIdentity,
}: {
  values: PatientValues
  onChange: (part: Partial<PatientValues>) => void
  wrong: readonly Wrong[]
  zone: string
  contactOnly: boolean
  /** An identity number is stored: an empty field keeps it. */
  hasIdentity: boolean
}) {
  const { t } = useLingui()
  const { person, now } = useDevice()
  const genders = useGenders()
  const today = todayIn(zone, now())
  const is = (field: Wrong) => wrong.includes(field)
  const medical = person.type !== 'admin'
  return (
    <>
      {!contactOnly && (
        <fieldset className="form-part">
          <legend>
            <Trans>Person</Trans>
          </legend>
          <div className="quick-fields">
            <Field
              label={<Trans>First and last name</Trans>}
              required
              error={is('name') && t`Enter first and last name, such as Ayşe Yılmaz.`}
            >
              <TextInput
                autoComplete="off"
                maxLength={200}
                value={values.name}
                onChange={({ target }) => onChange({ name: target.value })}
              />
            </Field>
            <Field label={<Trans>Date of birth</Trans>}>
              <DatePicker
                value={values.birth}
                onChange={(birth) => onChange({ birth })}
                today={today}
                min={19000101}
                max={today}
              />
            </Field>
            <Field label={<Trans>Gender</Trans>}>
              <NativeSelect
                value={values.gender}
                onChange={({ target }) => onChange({ gender: GENDERS.find((each) => each === target.value) ?? '' })}
              >
                <option value="">{t`not recorded`}</option>
                {GENDERS.map((gender) => (
                  <option key={gender} value={gender}>
                    {genders[gender]}
                  </option>
                ))}
              </NativeSelect>
            </Field>
            <div>
              <IdentityField
                value={values.identity}
                onChange={(identity) => onChange({ identity })}
                error={is('identity') && t`This is not a valid identity number. It has 11 digits.`}
              />
              {hasIdentity && (
                <p className="sm dim">
                  <Trans>A number is on file. Leave it empty to keep it.</Trans>
                </p>
              )}
            </div>
          </div>
        </fieldset>
      )}
      <fieldset className="form-part">
        <legend>
          <Trans>Contact</Trans>
        </legend>
        <div className="quick-fields">
          <PhoneInput
            value={values.phone}
            onChange={(phone) => onChange({ phone })}
            zone={zone}
            required
            autoComplete="off"
            error={is('phone') && t`Enter a phone number.`}
          />
          <Field
            label={<Trans>Email</Trans>}
            error={is('email') && t`The email address is incomplete. Example: name@example.com`}
            help={<Trans>Without one the patient gets SMS.</Trans>}
          >
            <TextInput
              type="email"
              autoComplete="off"
              maxLength={200}
              value={values.email}
              onChange={({ target }) => onChange({ email: target.value })}
            />
          </Field>
          <CityField country={countryOfZone(zone, [])} value={values.city} onChange={(city) => onChange({ city })} />
        </div>
      </fieldset>
      {medical && (
        <fieldset className="form-part">
          <legend>
            <Trans>Medical and emergency</Trans>
          </legend>
          <div className="quick-fields">
            <AllergyField value={values} onChange={onChange} />
            {!contactOnly && (
              <Field label={<Trans>Blood type</Trans>}>
                <NativeSelect
                  value={values.bloodType}
                  onChange={({ target }) =>
                    onChange({ bloodType: BLOOD_TYPES.find((each) => each === target.value) ?? '' })
                  }
                >
                  <option value="">{t`not recorded`}</option>
                  {BLOOD_TYPES.map((type) => (
                    <option key={type}>{type}</option>
                  ))}
                </NativeSelect>
              </Field>
            )}
            <Field label={<Trans>Who to call in an emergency</Trans>}>
              <TextInput
                autoComplete="off"
                maxLength={200}
                value={values.emergencyName}
                onChange={({ target }) => onChange({ emergencyName: target.value })}
              />
            </Field>
            <PhoneInput
              label={<Trans>Their phone</Trans>}
              value={values.emergencyPhone}
              onChange={(emergencyPhone) => onChange({ emergencyPhone })}
              zone={zone}
              autoComplete="off"
              error={is('emergencyPhone') && t`Enter the full number, or leave this empty.`}
            />
          </div>
        </fieldset>
      )}
    </>
  )
}
