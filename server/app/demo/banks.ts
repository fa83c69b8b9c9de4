import type { Currency } from '../../../contract/kernel/constants.ts'
import { demoId } from './ids.ts'

/** Invented banks: no bank has these codes, and the check digits are right (ISO 13616). */
const BANKS: readonly { name: string; branch: string; currency: Currency; country: string; account: string }[] = [
  {
    name: 'Boğaziçi Halk Bankası',
    branch: 'Üsküdar',
    currency: 'try',
    country: 'TR',
    account: '0999900000000000000118',
  },
  {
    name: 'Akdeniz Tasarruf Bankası',
    branch: 'Antalya Kaleiçi',
    currency: 'try',
    country: 'TR',
    account: '0998800000000000000226',
  },
  {
    name: 'Çınar Katılım',
    branch: 'Ankara Çankaya',
    currency: 'try',
    country: 'TR',
    account: '0997700000000000000334',
  },
  { name: 'Spreebank eG', branch: 'Berlin-Tempelhof', currency: 'eur', country: 'DE', account: '999999990000000442' },
  { name: 'Sparkasse Lindental', branch: 'Hauptstelle', currency: 'eur', country: 'DE', account: '999999880000000550' },
  { name: 'Thameside Bank', branch: 'Greenwich', currency: 'gbp', country: 'GB', account: 'ZZZZ99999900000668' },
  { name: 'Leith Savings', branch: 'Edinburgh', currency: 'gbp', country: 'GB', account: 'ZZZZ99999800000776' },
  {
    name: 'Pera Yatırım Bankası',
    branch: 'Beyoğlu',
    currency: 'usd',
    country: 'TR',
    account: '0996600000000000000884',
  },
]

export function bankRows() {
  return BANKS.map(({ name, branch, currency, country, account }, i) => {
    return { id: demoId('bank', i + 1), name, branch, iban: ibanOf(country, account), currency }
  })
}

/** Where a transfer in this currency goes; there is one for every currency. */
export function bankFor(currency: Currency): string {
  return demoId('bank', BANKS.findIndex((bank) => bank.currency === currency) + 1)
}

/** Country and account with the two check digits that make the whole leave 1 when divided by 97. */
function ibanOf(country: string, account: string) {
  const digits = [...`${account}${country}00`].map((sign) => Number.parseInt(sign, 36)).join('')
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
}
