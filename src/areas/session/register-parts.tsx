import { Trans, useLingui } from '@lingui/react/macro'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import { wallOf } from '../../../contract/kernel/time.ts'
import { pickText } from '../../i18n/multilingual.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { CityField } from '../place/city-field.tsx'
import { CountryField } from '../place/country-field.tsx'
import { LocationPicker } from '../place/location-picker.tsx'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { IdentityField } from '../../ui/identity-field.tsx'
import { useMinute } from '../../ui/minute-clock.ts'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useOpenBranches } from './queries-account.ts'
import type { Form } from './register-fields.ts'

type Part = { readonly form: UseFormReturn<Form> }

/** Name, email and phone, which everyone gives (rule 58). */
export function ContactFields({ form, zone }: Part & { zone: string }) {
  const { t } = useLingui()
  const { register, control, formState } = form
  const { errors } = formState
  return (
    <>
      <Field label={<Trans>First and last name</Trans>} required error={errors.name ? t`Enter your name.` : null}>
        <TextInput autoComplete="name" maxLength={200} {...register('name')} />
      </Field>
      <Field
        label={<Trans>Email</Trans>}
        required
        error={errors.email ? t`Enter an address such as name@example.com.` : null}
        help={<Trans>We will email you a link to activate your account.</Trans>}
      >
        <TextInput type="email" autoComplete="email" maxLength={200} {...register('email')} />
      </Field>
      <Controller
        control={control}
        name="phone"
        render={({ field: { ref, ...field } }) => (
          <PhoneInput
            {...field}
            ref={ref}
            zone={zone}
            required
            error={errors.phone ? t`Enter a number such as +90 530 555 00 50.` : null}
          />
        )}
      />
    </>
  )
}

/** Title and specialty of a doctor. */
export function DoctorFields({ form }: Part) {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const [branches, askAgain] = useOpenBranches()
  const { register, control, formState } = form
  const { errors } = formState
  const options =
    branches.state === 'here'
      ? branches.value
          .map(({ id, name }) => ({ value: id, label: pickText(name, language)?.value ?? '' }))
          .toSorted((a, b) => a.label.localeCompare(b.label, language))
      : []
  return (
    <div className="sign-in-pair">
      <Field
        label={<Trans context="person">Title</Trans>}
        required
        error={errors.title ? t`Enter your title, such as Dr. or Prof. Dr.` : null}
      >
        <TextInput autoComplete="honorific-prefix" maxLength={60} {...register('title')} />
      </Field>
      <Controller
        control={control}
        name="branch"
        render={({ field }) => (
          <Field
            label={<Trans>Specialty</Trans>}
            required
            error={errors.branch ? i18n._(messages.branch_required) : null}
            help={
              branches.state === 'none' ? (
                <>
                  <Trans>The specialties cannot be fetched now.</Trans>{' '}
                  <Button small onClick={askAgain}>
                    <Trans>Try again</Trans>
                  </Button>
                </>
              ) : undefined
            }
          >
            <Combobox
              options={options}
              selected={options.find(({ value }) => value === field.value) ?? null}
              onSelect={(option) => field.onChange(option?.value ?? '')}
              clearable={false}
            />
          </Field>
        )}
      />
    </div>
  )
}

/** Birth date and identity of a patient (rule 61). */
export function PatientFields({ form, zone }: Part & { zone: string }) {
  const { t, i18n } = useLingui()
  const { control, formState } = form
  const { errors } = formState
  const today = wallOf(useMinute(), zone).date
  return (
    <>
      <Controller
        control={control}
        name="birthDate"
        render={({ field }) => (
          <Field
            label={<Trans>Birth date</Trans>}
            required
            error={errors.birthDate ? t`Enter your birth date, such as 17.05.1980.` : null}
          >
            <DatePicker value={field.value} onChange={field.onChange} today={today} max={today} />
          </Field>
        )}
      />
      <Controller
        control={control}
        name="identity"
        render={({ field: { value, onChange, ref, onBlur } }) => (
          <IdentityField
            ref={ref}
            onBlur={onBlur}
            value={value}
            onChange={onChange}
            required
            error={errors.identity ? i18n._(messages.identity_invalid) : null}
          />
        )}
      />
    </>
  )
}

/** City and place on the map (SPEC §5). */
export function PlaceFields({ form }: Part) {
  const { t } = useLingui()
  const { control, formState, setValue } = form
  const { errors } = formState
  const [country, city] = useWatch({ control, name: ['country', 'city'] })
  return (
    <>
      <div className="sign-in-pair">
        <Controller
          control={control}
          name="country"
          render={({ field }) => (
            <CountryField
              value={field.value}
              onChange={(value) => {
                field.onChange(value)
                if (value !== country) setValue('city', '')
              }}
              required
              error={errors.country ? t`Choose a country.` : null}
            />
          )}
        />
        <Controller
          control={control}
          name="city"
          render={({ field }) => (
            <CityField
              country={country}
              value={field.value}
              onChange={(name, found) => {
                field.onChange(name)
                // the city's position is enough; the person may search for the street
                const place = found && { lat: found.lat, lng: found.lng }
                if (place) setValue('location', place, { shouldValidate: Boolean(errors.location) })
              }}
              required
              error={errors.city ? t`Choose a city.` : null}
            />
          )}
        />
      </div>
      <Controller
        control={control}
        name="location"
        render={({ field }) => (
          <LocationPicker
            value={field.value}
            onChange={field.onChange}
            onCity={(name) => setValue('city', name, { shouldValidate: Boolean(errors.city) })}
            country={country}
            city={city}
            required
            byName
            error={errors.location ? t`Place the pin at your location. It does not need to be exact.` : null}
          />
        )}
      />
    </>
  )
}
