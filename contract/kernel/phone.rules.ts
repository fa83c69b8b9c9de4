import * as v from 'valibot'
import { freeText } from './fields.ts'
import { asciiDigit } from './identity.rules.ts'

/** A phone as it is stored and travels (rule 58): + and 7 to 15 digits, no spaces. */
export const isE164 = (phone: string): boolean => /^\+[1-9]\d{6,14}$/.test(phone)

/** A phone as people may send it, in any spelling; `readPhone` makes E.164 of it or says that it is none. */
export const typedPhone = v.pipe(
  freeText(60),
  v.check((typed) => /\p{Nd}/u.test(typed), 'phone'),
)

/**
 * A phone as people type it, in E.164, or null where it is none (rule 58). A number without a country is one of `country`. `parse` is
 * libphonenumber's on both sides: the contract depends on valibot alone, the verdict must be one.
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
 * Whether more is typed than the number that was read from it: an extension, or a second number. A phone is kept without (decision 0077), so it is
 * refused with this reason and nothing is cut off unseen; only where a number is looked for it does no harm.
 */
export function saysMore(typed: string, e164: string): boolean {
  const digits = [...typed.normalize('NFKC').matchAll(/\p{Nd}/gu)].map(([digit]) => asciiDigit(digit)).join('')
  // its end, as far as no plan writes it in another way at home, without the country's code
  return !digits.endsWith(e164.slice(Math.max(4, e164.length - 6)))
}

/** The country whose numbers a clinic of this zone means: first the ones we know, else what this machine's own tables say, else Turkey. */
export function countryOfZone(zone: string | null, countries: readonly string[]): string {
  const known = COUNTRIES[zone ?? '']
  if (known) return known
  return (zone && countries.find((country) => zonesOf(country).includes(zone))) || 'TR'
}

/** Where the words for an extension begin that libphonenumber does not know, or the end: the number is what stands in front of them. Judged by `saysMore`. */
function extensionAt(typed: string): number {
  const word = [...typed.matchAll(EXTENSION)].at(-1)
  return word && /^\s{0,9}:?\s{0,9}\d{1,7}$/.test(typed.slice(word.index + word[0].length).trim())
    ? word.index
    : typed.length
}
const EXTENSION = /dahili|dah\.?|iç hat|durchwahl|dw\.?|nebenstelle|вн\.?/giu

/** Zones the clinics are in, so that a browser without Intl's tables knows them too. */
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
