import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { countryOfZone, readPhone } from '../../contract/phone.rules.ts'

/** A phone as people type it, in E.164, or null where it is none. A number without a country is one of the clinic's (rule 58). */
export const toE164 = (typed: string, zone: string | null): string | null =>
  readPhone((text, country: CountryCode) => parsePhoneNumberFromString(text, country), typed, countryOf(zone))

function countryOf(zone: string | null): CountryCode {
  const country = countryOfZone(zone, getCountries())
  return isSupportedCountry(country) ? country : 'TR'
}
