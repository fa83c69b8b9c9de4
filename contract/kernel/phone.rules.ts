import * as v from 'valibot'
import { freeText } from './fields.ts'
import { asciiDigit } from './identity.rules.ts'

/** A phone as it is stored and sent (rule 58): + and 7 to 15 digits, no spaces. */
export const isE164 = (phone: string): boolean => /^\+[1-9]\d{6,14}$/.test(phone)

/** A phone in any spelling that people use; `readPhone` makes E.164 of it or rejects it. */
export const typedPhone = v.pipe(
  freeText(60),
  v.check((typed) => /\p{Nd}/u.test(typed), 'phone'),
)

/**
 * A phone as people type it, in E.164, or null if it is none (rule 58). A number without a country code is one of
 * `country`. `parse` is libphonenumber's on both sides: the contract depends only on valibot, and both sides must
 * agree.
 */
export function readPhone<C extends string>(
  parse: (typed: string, country: C) => { readonly number: string; isValid(): boolean } | undefined,
  typed: string,
  country: C,
): string | null {
  const found = parse(typed.slice(0, extensionAt(typed)), country)
  return found?.isValid() ? found.number : null
}

/**
 * Whether more was typed than the number that was read: an extension, or a second number. Phones are stored without
 * (decision 0077), so it is refused with this reason instead of being cut off silently. It does no harm in a search.
 */
export function saysMore(typed: string, e164: string): boolean {
  const digits = [...typed.normalize('NFKC').matchAll(/\p{Nd}/gu)].map(([digit]) => asciiDigit(digit)).join('')
  // compares the last digits: no national plan writes them differently, whatever the country code
  return !digits.endsWith(e164.slice(Math.max(4, e164.length - 6)))
}

/**
 * The country whose numbers a clinic in this zone means: first by our own list, then by this machine's tables,
 * otherwise Turkey.
 */
export function countryOfZone(zone: string | null, countries: readonly string[]): string {
  const known = COUNTRIES[zone ?? '']
  if (known) return known
  return (zone && countries.find((country) => zonesOf(country).includes(zone))) || 'TR'
}

/**
 * Where words for an extension begin that libphonenumber does not know, or the end: the number comes before them.
 * `saysMore` uses it.
 */
function extensionAt(typed: string): number {
  const word = [...typed.matchAll(EXTENSION)].at(-1)
  return word && /^\s{0,9}:?\s{0,9}\d{1,7}$/.test(typed.slice(word.index + word[0].length).trim())
    ? word.index
    : typed.length
}
const EXTENSION = /dahili|dah\.?|iç hat|durchwahl|dw\.?|nebenstelle|вн\.?/giu

/** Zones of the clinics, for browsers without Intl's tables. */
const COUNTRIES: Readonly<Record<string, string>> = {
  'Europe/Istanbul': 'TR',
  'Europe/Berlin': 'DE',
  'Europe/Vienna': 'AT',
  'Europe/Zurich': 'CH',
  'Europe/London': 'GB',
  'Europe/Moscow': 'RU',
  'America/New_York': 'US',
}

/** Intl Locale Info (ECMA-402 proposal, stage 3) is not in TypeScript's library and not in every browser. */
function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale('und', { region: country }) as Intl.Locale & {
    getTimeZones?: () => string[] | undefined
  }
  return locale.getTimeZones?.() ?? []
}
