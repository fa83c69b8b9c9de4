import type { Currency, Language } from '../../../contract/kernel/constants.ts'
import { moneyStyle, writeMoney } from '../../../contract/kernel/money.ts'

/** Minor units as people of that language write money: 1.234,50 ₺. */
export const moneyIn = (lang: Language, amount: number, currency: Currency): string =>
  writeMoney(amount, lang, new Intl.NumberFormat(LOCALES[lang], moneyStyle(currency)))

const LOCALES: Readonly<Record<Language, string>> = { tr: 'tr-TR', en: 'en-GB', de: 'de-DE', ru: 'ru-RU' }
