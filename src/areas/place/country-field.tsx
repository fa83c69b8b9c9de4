import { Trans } from '@lingui/react/macro'
import { type ReactNode, useCallback } from 'react'
import { countryName, isKnownCountry } from '../../../contract/country/country.rules.ts'
import { matchesQuery } from '../../../contract/kernel/fold.rules.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import type { Option } from '../../ui/use-options.ts'
import { loadCountries } from './cities.ts'

type CountryFieldProps = {
  id?: string
  label?: ReactNode
  /** ISO 3166 alpha-2, or empty. */
  value: string
  onChange: (country: string) => void
  error?: ReactNode
  required?: boolean
}

/** A country, found by its name in the reader's language or by its code. */
export function CountryField({ id, label, value, onChange, error, required }: CountryFieldProps) {
  const language = useLanguage()
  const search = useCallback(
    async (keyword: string): Promise<readonly Option[]> =>
      (await loadCountries())
        .filter(isKnownCountry)
        .map((country) => ({ value: country, label: countryName(country, language) }))
        .filter((option) => matchesQuery(`${option.label} ${option.value}`, keyword))
        .toSorted((a, b) => a.label.localeCompare(b.label, language)),
    [language],
  )
  return (
    <Field {...(id && { id })} label={label ?? <Trans>Country</Trans>} required={required} error={error}>
      <Combobox
        options={search}
        selected={value ? { value, label: countryName(value, language) } : null}
        onSelect={(option) => onChange(option?.value ?? '')}
        clearable={!required}
      />
    </Field>
  )
}
