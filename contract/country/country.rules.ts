import type { Language } from '../kernel/constants.ts'

/**
 * A country's name in a language, from its ISO 3166 code, by the machine's own tables; the code if they do not know it.
 */
export const countryName = (country: string, language: Language): string => namesIn(language).of(country) ?? country

/** Whether the machine knows the country code. */
export const isKnownCountry = (country: string): boolean => namesIn('en').of(country) !== undefined

const names = new Map<Language, Intl.DisplayNames>()

function namesIn(language: Language): Intl.DisplayNames {
  let ofLanguage = names.get(language)
  if (!ofLanguage)
    names.set(language, (ofLanguage = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })))
  return ofLanguage
}
