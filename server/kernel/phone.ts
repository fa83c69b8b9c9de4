import { type CountryCode, getCountries, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { countryOfZone, readPhone, saysMore } from '../../contract/kernel/phone.rules.ts'
import { Refused } from './refused.ts'

/**
 * A phone as people type it in a search, in E.164, or null if it is none. A number without a country code is one of the
 * clinic's country (rule 58).
 */
export const toE164 = (typed: string, zone: string | null): string | null =>
  readPhone((text, country: CountryCode) => parsePhoneNumberFromString(text, country), typed, countryOf(zone))

/** A phone to store; `bad_input` with the field's reason if it is none (rule 58), or more than one number. */
export function phoneToKeep(typed: string, zone: string | null, field = 'phone'): string {
  const e164 = toE164(typed, zone)
  if (e164 && !saysMore(typed, e164)) return e164
  throw new Refused('bad_input', { fields: { [field]: e164 ? 'phone_extension' : 'phone' } }, 400)
}

function countryOf(zone: string | null): CountryCode {
  const country = countryOfZone(zone, getCountries())
  return isSupportedCountry(country) ? country : 'TR'
}
