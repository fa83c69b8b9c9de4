import type { Currency, Language } from './constants.ts'

/** `Intl` options for money: with the currency's symbol, "₺" and not "TRY". */
export const moneyStyle = (currency: Currency) =>
  ({ style: 'currency', currency: currency.toUpperCase(), currencyDisplay: 'narrowSymbol' }) as const

/**
 * Money as people of a language write it, the same on screens, in messages and on paper: 180000 minor units are
 * "1.800,00 ₺". `format` is made for that language with `moneyStyle`. A true minus sign; in Turkish the symbol follows
 * the number, as clinics write it, where `Intl` puts it first.
 */
export function writeMoney(minor: number, language: Language, format: Intl.NumberFormat): string {
  // all currencies of CURRENCIES have hundredths
  const major = minor === 0 ? 0 : minor / 100 // zero has no sign, also as the result of a subtraction
  if (language !== 'tr') return trueMinus(format.format(major))
  const parts = format.formatToParts(major)
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? ''
  const number = parts.filter(({ type }) => type !== 'currency' && type !== 'literal').map(({ value }) => value)
  return `${trueMinus(number.join(''))}\u00a0${symbol}`
}

/** The same amount as a spreadsheet in that language reads a number: 180000 is "1800,00", without symbol and groups. */
export const plainMoney = (minor: number, language: Language): string =>
  (minor / 100).toFixed(2).replace('.', language === 'en' ? '.' : ',')

export const trueMinus = (text: string) => text.replace('-', '−')
