import { Trans, useLingui } from '@lingui/react/macro'
import type { Clinic } from '../../../contract/clinic/clinic.ts'
import { CityField } from '../place/city-field.tsx'
import { CountryField } from '../place/country-field.tsx'
import { LocationPicker } from '../place/location-picker.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { ClinicEdit } from './use-clinic-edit.ts'

/** Name, contact and place. The zone is the platform's to set, the currency is chosen once (rule 32). */
export function GeneralPart({
  edit: { values, set, wrong },
  isAdmin,
  clinic,
}: {
  edit: ClinicEdit
  isAdmin: boolean
  clinic: Clinic
}) {
  const { t } = useLingui()
  return (
    <div className="clinic-fields card-body">
      <Field
        id="clinic-name"
        label={t`Name of the clinic`}
        required
        error={wrong.includes('name') ? t`Enter a name.` : null}
      >
        <TextInput
          value={values.name}
          maxLength={160}
          autoComplete="off"
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <PhoneInput
        id="clinic-phone"
        value={values.phone}
        onChange={(phone) => set({ phone })}
        zone={values.zone}
        autoComplete="off"
        error={wrong.includes('phone') ? t`Enter the full phone number, such as +90 530 555 00 50.` : null}
      />
      <Field
        id="clinic-email"
        label={t`Email`}
        error={wrong.includes('email') ? t`Enter an address such as name@example.com.` : null}
      >
        <TextInput
          type="email"
          value={values.email}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => set({ email: event.target.value.trim() })}
        />
      </Field>
      <Field
        label={t`Time zone`}
        help={isAdmin ? null : <Trans>Hours and appointments depend on it; only the platform can change it.</Trans>}
      >
        {isAdmin ? (
          <Combobox
            options={ZONES}
            selected={{ value: values.zone, label: values.zone }}
            onSelect={(option) => option && set({ zone: option.value })}
            clearable={false}
          />
        ) : (
          <TextInput value={values.zone} readOnly />
        )}
      </Field>
      <Field label={t`Currency`} help={<Trans>Chosen once: what has been paid stays in it.</Trans>}>
        <TextInput value={clinic.currency.toUpperCase()} readOnly />
      </Field>
      <CountryField value={values.country} onChange={(country) => set({ country, city: '' })} />
      <CityField
        id="clinic-city"
        country={values.country || 'TR'}
        value={values.city}
        onChange={(city, place) =>
          set({ city, ...(place && !values.location && { location: { lat: place.lat, lng: place.lng } }) })
        }
        required
        error={wrong.includes('city') ? t`Choose a city.` : null}
      />
      <Field label={t`Address`}>
        <TextInput
          value={values.address}
          maxLength={300}
          autoComplete="off"
          onChange={(event) => set({ address: event.target.value })}
        />
      </Field>
      <div className="whole">
        <LocationPicker
          id="clinic-location"
          value={values.location}
          onChange={(location) => set({ location })}
          onCity={(city) => set({ city })}
          country={values.country || 'TR'}
          city={values.city}
          required
          error={wrong.includes('location') ? t`Choose the place on the map.` : null}
        />
      </div>
    </div>
  )
}

export const ZONES = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone }))
