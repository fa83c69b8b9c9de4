import type { Currency, Language } from '../../../contract/kernel/constants.ts'

/** Minor units as people of that language write money: 1.234,50 ₺. */
export const moneyIn = (lang: Language, amount: number, currency: Currency): string =>
  new Intl.NumberFormat(LOCALES[lang], { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100)

const LOCALES: Readonly<Record<Language, string>> = { tr: 'tr-TR', en: 'en-GB', de: 'de-DE', ru: 'ru-RU' }
