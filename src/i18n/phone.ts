import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { countryOfZone, readPhone as readBy, saysMore } from '../../contract/kernel/phone.rules.ts'

/**
 * A phone as people type it, in E.164, or null if it is none. A number without a country code is one of `country` (rule
 * 58).
 */
export const readPhone = (typed: string, country: CountryCode): string | null => readBy(parse, typed, country)

/** A phone to store, or why it is refused: it is no phone, or more than one number is typed. */
export function judgePhone(typed: string, country: CountryCode): { e164: string } | { wrong: 'none' | 'more' } {
  const e164 = readPhone(typed, country)
  if (!e164) return { wrong: 'none' }
  return saysMore(typed, e164) ? { wrong: 'more' } : { e164 }
}

/** As people of that country write it: 0532 555 09 81, from abroad +90 532 555 09 81. */
export function showPhone(e164: string, country: CountryCode): string {
  const found = parsePhoneNumberFromString(e164)
  if (!found) return e164
  return found.country === country ? found.formatNational() : found.formatInternational()
}

/** A sample number for an error text. */
export const examplePhone = (country: CountryCode): string =>
  getExampleNumber(country, examples)?.formatNational() ?? ''

/** The country whose numbers a clinic in this zone uses. */
export function countryOf(zone: string): CountryCode {
  const country = countryOfZone(zone, getCountries())
  return isSupportedCountry(country) ? country : 'TR'
}

/** The country that a text names itself, as +49… does; null if it does not. */
export const countryIn = (typed: string): CountryCode | null => parsePhoneNumberFromString(typed)?.country ?? null

/** Every country with its own numbers, and its calling code: TR, 90. */
export const phoneCountries = (): readonly { country: CountryCode; code: string }[] =>
  getCountries().map((country) => ({ country, code: getCountryCallingCode(country) }))

const parse = (typed: string, country: CountryCode) => parsePhoneNumberFromString(typed, country)
