import { type Currency, intlTag, type Language } from '../../../contract/kernel/constants.ts'
import { moneyStyle, writeMoney } from '../../../contract/kernel/money.ts'

/** Minor units as people of that language write money: 1.234,50 ₺. */
export const moneyIn = (lang: Language, amount: number, currency: Currency): string =>
  writeMoney(amount, lang, new Intl.NumberFormat(intlTag(lang), moneyStyle(currency)))
