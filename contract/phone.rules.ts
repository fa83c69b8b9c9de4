import * as v from 'valibot'
import { text } from './fields.ts'

/** A phone as it is stored and travels (rule 58): + and 7 to 15 digits, no spaces. */
export const isE164 = (phone: string): boolean => /^\+[1-9]\d{6,14}$/.test(phone)

/** A phone as people may send it, in any spelling; `readPhone` makes E.164 of it or says that it is none. */
export const typedPhone = v.pipe(
  text(60),
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
  const found = parse(typed.replace(EXTENSION, ''), country)
  return found?.isValid() ? found.number : null
}

/** The country whose numbers a clinic of this zone means: first the ones we know, else what this machine's own tables say, else Turkey. */
export function countryOfZone(zone: string | null, countries: readonly string[]): string {
  const known = COUNTRIES[zone ?? '']
  if (known) return known
  return (zone && countries.find((country) => zonesOf(country).includes(zone))) || 'TR'
}

/** Words for an extension that libphonenumber does not know: the number is the one in front. */
const EXTENSION = /[\s,;]*(?:dahili|dah\.?|iç hat|durchwahl|dw\.?|nebenstelle|вн\.?)\s*:?\s*\d{1,7}\s*$/iu

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
