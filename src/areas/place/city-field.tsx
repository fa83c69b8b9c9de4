import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import type { Language } from '../../../contract/kernel/constants.ts'
import { foldText } from '../../../contract/kernel/fold.rules.ts'
import { type City, cityName, isCityFound } from '../../../contract/place/place.rules.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import type { Option } from '../../ui/use-options.ts'
import { loadCities } from './cities.ts'

type CityFieldProps = {
  id?: string
  label?: ReactNode
  /** ISO 3166 alpha-2 of the country whose cities are offered. */
  country: string
  /** The city's name in Latin letters, or the typed name of a place that is not in the list. */
  value: string
  /** `city` is the row of the list with its position; null for a typed name. */
  onChange: (name: string, city: City | null) => void
  error?: ReactNode
  required?: boolean
}

/** A city of a country from the built-in list; a village that is not in it can be typed. */
export function CityField({ id, label, country, value, onChange, error, required }: CityFieldProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const cities = useCities(country)
  const asTyped = t`as typed`
  const search = useCallback(
    async (keyword: string): Promise<readonly Option[]> => {
      const found = (await loadCities(country)).filter((city) => isCityFound(city, keyword)).slice(0, MOST)
      const own = keyword.trim()
      const isListed = own === '' || found.some((city) => namesOf(city).includes(foldText(own)))
      return [
        ...found.map((city) => optionOf(city, language)),
        ...(isListed ? [] : [{ value: OWN, label: own, detail: asTyped }]),
      ]
    },
    [country, language, asTyped],
  )
  const chosen = cities.find(({ name }) => name === value)
  return (
    <Field {...(id && { id })} label={label ?? <Trans>City</Trans>} required={required} error={error}>
      <Combobox
        options={search}
        selected={chosen ? optionOf(chosen, language) : value ? { value: OWN, label: value } : null}
        onSelect={(option) => {
          const city = cities.find((each) => each.id === option?.value) ?? null
          onChange(city?.name ?? option?.label ?? '', city)
        }}
        clearable={!required}
      />
    </Field>
  )
}

/** The cities of a country; empty until they have loaded. */
export function useCities(country: string): readonly City[] {
  const [loaded, setLoaded] = useState<{ country: string; cities: readonly City[] } | null>(null)
  useEffect(() => {
    let gone = false
    loadCities(country).then(
      (cities) => !gone && setLoaded({ country, cities }),
      () => {}, // the field shows the failure itself when it is opened
    )
    return () => void (gone = true)
  }, [country])
  return loaded?.country === country ? loaded.cities : NONE
}

const NONE: readonly City[] = []
const OWN = 'own'
const MOST = 100

const namesOf = (city: City) => [city.name, ...Object.values(city.names)].map(foldText)

const optionOf = (city: City, language: Language): Option => ({
  value: city.id,
  label: cityName(city, language),
  ...(city.region && { detail: city.region }),
})
