import type { Currency, Language } from '../../../contract/kernel/constants.ts'
import type { PAYMENT_TYPES } from '../../../contract/payment/payment.lists.ts'
import { wallTime } from '../../../contract/kernel/when.ts'
import { createPaper, LEFT, RIGHT, SOFT } from '../../paper/document.ts'
import { moneyIn } from './words.ts'

export type ReceiptFacts = {
  readonly number: string
  readonly lang: Language
  readonly house: string
  readonly address: string | null
  readonly phone: string | null
  readonly patient: string
  readonly doctor: string | null
  readonly visitAt: Date | null
  readonly paidAt: Date
  readonly zone: string
  readonly type: (typeof PAYMENT_TYPES)[number]
  readonly amount: number
  readonly walletAmount: number
  readonly currency: Currency
  readonly refundedAt: Date | null
  readonly isTest: boolean
}

/** What was paid, to whom and when, in the payer's language. Names and times, never a specialty, a reason or a drug (rule 66). */
export async function receiptOf(facts: ReceiptFacts): Promise<Buffer> {
  const words = WORDS[facts.lang]
  const money = (amount: number) => moneyIn(facts.lang, amount, facts.currency)
  const at = (time: Date) => wallTime(time.getTime(), facts.zone)
  const paper = createPaper({ title: `${words.receipt} ${facts.number}`, lang: facts.lang })
  const address = [facts.address, facts.phone].filter(Boolean).join(' · ')
  const head = paper.flow(facts.house, LEFT, 56, { size: 15, bold: true, width: HEAD })
  const under = paper.flow(address, LEFT, head, { size: 9.5, color: SOFT, width: HEAD })
  paper.writeUntil(words.receipt, RIGHT, 56, { size: 15, bold: true })
  paper.writeUntil(`${words.number} ${facts.number}`, RIGHT, 78, { size: 9.5, color: SOFT })
  paper.rule(under + 12)
  const lines: readonly (readonly [string, string])[] = [
    [words.payer, facts.patient],
    ...(facts.doctor ? [[words.doctor, facts.doctor] as const] : []),
    ...(facts.visitAt ? [[words.visit, at(facts.visitAt)] as const] : []),
    [words.paidAt, at(facts.paidAt)],
    [words.method, words[facts.type]],
    ...(facts.walletAmount > 0 && facts.type !== 'wallet'
      ? [
          [words.ofWallet, money(facts.walletAmount)] as const,
          [words.rest, money(facts.amount - facts.walletAmount)] as const,
        ]
      : []),
    ...(facts.refundedAt ? [[words.refunded, at(facts.refundedAt)] as const] : []),
  ]
  let y = under + 32
  for (const [name, value] of lines) {
    paper.write(name, LEFT, y, { color: SOFT })
    // a name of any length stays beside its label
    y = Math.max(y + 22, paper.flow(value, VALUES, y, { width: RIGHT - VALUES }) + 6)
  }
  paper.rule(y + 6)
  paper.write(words.total, LEFT, y + 20, { size: 13, bold: true })
  paper.writeUntil(money(facts.amount), RIGHT, y + 18, { size: 16, bold: true })
  if (facts.isTest) paper.write(words.test, LEFT, y + 64, { size: 9.5, color: '#9a3412', bold: true })
  return paper.end(words.made)
}

/** The width for the clinic's name beside the word “receipt”, and where values begin. Points. */
const HEAD = 330
const VALUES = LEFT + 150

type Word =
  | 'receipt'
  | 'number'
  | 'payer'
  | 'doctor'
  | 'visit'
  | 'paidAt'
  | 'method'
  | 'ofWallet'
  | 'rest'
  | 'refunded'
  | 'total'
  | 'test'
  | 'made'
  | ReceiptFacts['type']

const WORDS: Readonly<Record<Language, Readonly<Record<Word, string>>>> = {
  tr: {
    receipt: 'Makbuz',
    number: 'No.',
    payer: 'Ödeyen',
    doctor: 'Doktor',
    visit: 'Randevu',
    paidAt: 'Ödeme tarihi',
    method: 'Ödeme yolu',
    ofWallet: 'Cüzdandan',
    rest: 'Kalan tutar',
    refunded: 'İade tarihi',
    total: 'Toplam',
    test: 'Deneme ödemesi: kimseden para çekilmedi.',
    made: 'Bu belge elektronik olarak düzenlenmiştir.',
    credit_card: 'Kredi kartı',
    bank_transfer: 'Havale/EFT',
    wallet: 'Cüzdan',
    cash: 'Nakit',
  },
  en: {
    receipt: 'Receipt',
    number: 'No.',
    payer: 'Paid by',
    doctor: 'Doctor',
    visit: 'Appointment',
    paidAt: 'Paid on',
    method: 'Paid with',
    ofWallet: 'From the wallet',
    rest: 'Paid separately',
    refunded: 'Refunded on',
    total: 'Total',
    test: 'Test payment: no one has been charged.',
    made: 'This document was issued electronically.',
    credit_card: 'Credit card',
    bank_transfer: 'Bank transfer',
    wallet: 'Wallet',
    cash: 'Cash',
  },
  de: {
    receipt: 'Quittung',
    number: 'Nr.',
    payer: 'Bezahlt von',
    doctor: 'Ärztin / Arzt',
    visit: 'Termin',
    paidAt: 'Bezahlt am',
    method: 'Zahlungsart',
    ofWallet: 'Aus dem Guthaben',
    rest: 'Restbetrag',
    refunded: 'Erstattet am',
    total: 'Gesamt',
    test: 'Testzahlung: Es wurde nichts abgebucht.',
    made: 'Dieses Dokument wurde elektronisch erstellt.',
    credit_card: 'Kreditkarte',
    bank_transfer: 'Überweisung',
    wallet: 'Guthaben',
    cash: 'Bar',
  },
  ru: {
    receipt: 'Квитанция',
    number: '№',
    payer: 'Плательщик',
    doctor: 'Врач',
    visit: 'Приём',
    paidAt: 'Дата оплаты',
    method: 'Способ оплаты',
    ofWallet: 'Из кошелька',
    rest: 'Остаток',
    refunded: 'Дата возврата',
    total: 'Итого',
    test: 'Тестовый платёж: деньги не списывались.',
    made: 'Документ оформлен в электронном виде.',
    credit_card: 'Банковская карта',
    bank_transfer: 'Банковский перевод',
    wallet: 'Кошелёк',
    cash: 'Наличные',
  },
}
