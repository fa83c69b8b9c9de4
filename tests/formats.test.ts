import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'
import { EMAIL_DEFAULTS } from '../contract/email/email.defaults.ts'
import { writeLetter } from '../contract/email/email.link.ts'
import { CURRENCIES, type Currency, type Language, LANGUAGES } from '../contract/kernel/constants.ts'
import { plainMoney } from '../contract/kernel/money.ts'
import { sayWhen, wallTime, writeDay } from '../contract/kernel/when.ts'
import { fillText } from '../contract/notification/notification.rules.ts'
import { NOTIFICATION_WORDS } from '../contract/notification/notification.words.ts'
import { receiptOf } from '../server/areas/payment/receipt.ts'
import { moneyIn } from '../server/areas/payment/words.ts'
import { recipeOnPaper } from '../server/areas/recipe/paper.ts'
import { formatDate, formatDateTime, formatMoney, formatWallDate } from '../src/i18n/format.ts'
import { readMoney } from '../src/ui/read-money.ts'
import { readPdf } from './support/pdf-text.ts'

/**
 * One record as screen, mail, SMS, notification, paper and file show it: a person who compares two of them must read
 * the same figures.
 */
const PAID: readonly (readonly [amount: number, currency: Currency])[] = [
  [180_000, 'try'],
  [123_456_789, 'eur'],
  [1, 'usd'],
  [-35_050, 'gbp'],
]
/** Late in the evening of UTC, when zones have different dates, and in the hour that Berlin has twice. */
const TIMES = [
  ['2026-11-20T22:30:00.000Z', 'Europe/Istanbul'],
  ['2026-11-20T22:30:00.000Z', 'Europe/London'],
  ['2026-10-25T00:30:00.000Z', 'Europe/Berlin'],
  ['2026-10-25T01:30:00.000Z', 'Europe/Berlin'],
] as const
/** Without spaces: a paper sets words one by one, and its lines may break anywhere. */
const squeezed = (text: string) => text.replaceAll(/\s/g, '')

async function receipt(lang: Language, amount: number, currency: Currency, [at, zone]: (typeof TIMES)[number]) {
  const people = { house: 'Klinik', address: null, phone: null, patient: 'A', doctor: null }
  const visitAt = new Date(at)
  const facts = {
    ...people,
    number: 'K',
    lang,
    visitAt,
    paidAt: visitAt,
    zone,
    type: 'cash',
    refundedAt: null,
  } as const
  const { text } = readPdf(await receiptOf({ ...facts, amount, walletAmount: 0, currency, isTest: false }))
  return squeezed(text)
}

describe.each(LANGUAGES)('%s: one record is written alike in every channel', (lang) => {
  test.each(PAID)('%i %s', async (amount, currency) => {
    const onScreen = formatMoney(amount, currency, lang)
    const args = { name: 'A', house: 'K', amount: moneyIn(lang, amount, currency), link: 'https://k.example/' }
    const { content, sms } = writeLetter('payment_received', lang, EMAIL_DEFAULTS.payment_received[lang], args)
    const bell = fillText(NOTIFICATION_WORDS[lang].payment_received.text, ['K', args.amount])
    for (const told of [content, sms, bell]) expect(told).toContain(onScreen)
    expect(await receipt(lang, amount, currency, TIMES[0])).toContain(squeezed(onScreen))
    // a spreadsheet gets a number: the same digits with the same decimal separator, which the app's own money field can
    // read
    const inFile = plainMoney(Math.abs(amount), lang)
    expect(readMoney(inFile)).toBe(Math.abs(amount))
    expect(onScreen.replaceAll(/[^\d.,]/g, '').replaceAll(lang === 'en' ? ',' : '.', '')).toBe(inFile)
  })

  test.each(TIMES)('%s in %s', async (at, zone) => {
    const onScreen = formatDateTime(at, zone)
    const when = sayWhen({ start: at, zone, type: 'face-to-face' }, zone)
    const args = { name: 'A', house: 'K', when, link: 'https://k.example/' }
    const { content, sms, subject } = writeLetter('visit_booked', lang, EMAIL_DEFAULTS.visit_booked[lang], args)
    const bell = fillText(NOTIFICATION_WORDS[lang].appointment_booked.text, ['A', when])
    for (const told of [content, sms, subject, bell]) expect(told).toContain(onScreen)
    expect(wallTime(Date.parse(at), zone)).toBe(onScreen)
    expect(await receipt(lang, 100, 'try', [at, zone] as (typeof TIMES)[number])).toContain(squeezed(onScreen))
  })

  test('a date without a time: of birth, and of a document', async () => {
    const createdAt = '2026-11-18T22:30:00.000Z'
    const facts = { lang, house: 'K', address: null, phone: null, zone: 'Europe/Istanbul', branch: null, createdAt }
    const people = { patient: 'A', birthDate: '1980-05-07', doctor: 'B' }
    const { text } = readPdf(await recipeOnPaper({ ...facts, ...people, lines: [], note: '' }, null))
    expect(writeDay('1980-05-07')).toBe(formatWallDate(19800507))
    for (const day of [formatWallDate(19800507), formatDate(createdAt, facts.zone)])
      expect(squeezed(text)).toContain(day)
  })
})

test('every currency of the platform has hundredths, as all this code assumes', () => {
  for (const currency of CURRENCIES) expect(moneyIn('en', 1, currency)).toMatch(/0[.,]01/)
})

describe('nothing else formats money or dates', () => {
  test('`Intl` formatters and amounts cut to hundredths are made in these files alone', () => {
    const found = globSync('{contract,server,src,public}/**/*.{ts,tsx,js}', { cwd: root })
      .filter((file) => !/\.test\.tsx?$/.test(file))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
      // a file that mentions none of them need not be parsed
      .filter(([, source]) => /Intl\b|toLocale|toFixed|join\('\.'\)/.test(source))
      .flatMap(([file, source]) => formattersIn(file, source).map((what) => `${file} ${what}`))
    expect(found.toSorted()).toEqual(MADE_HERE.toSorted())
  })

  test.each([
    ['const f = new Intl.NumberFormat("de")', 'Intl.NumberFormat'],
    ['const f = Intl.DateTimeFormat("de").format(at)', 'Intl.DateTimeFormat'],
    ['const a = date.toLocaleDateString()', 'toLocaleDateString'],
    ['const a = (minor / 100).toFixed(2)', 'toFixed(2)'],
    ["const a = day.split('-').reverse().join('.')", "join('.')"],
    ["const a = day.split('-').toReversed().join('.')", "join('.')"],
  ])('%s is found', (source, what) => expect(formattersIn('a.ts', source)).toEqual([what]))

  test.each(['const zone = Intl.DateTimeFormat().resolvedOptions().timeZone', 'n.toFixed(1)', "ids.join('.')"])(
    '%s is not found',
    (source) => expect(formattersIn('a.ts', source)).toEqual([]),
  )
})

const root = resolve(import.meta.dirname, '..')

/** Where formatters are made, and what for. A new place takes what it needs from one of the first five. */
const MADE_HERE = [
  'contract/kernel/money.ts toFixed(2)', // amounts as a spreadsheet reads them
  'contract/kernel/time.ts Intl.DateTimeFormat', // the wall clocks of zones
  'src/i18n/formats.ts Intl.DateTimeFormat',
  'src/i18n/formats.ts Intl.NumberFormat',
  'server/areas/payment/words.ts Intl.NumberFormat', // the server's money, by the same rules
  'server/paper/care.ts Intl.NumberFormat', // "7 days"
  'server/ical/zones.ts Intl.DateTimeFormat', // reads zones of other calendars
  'server/app/site/guest/times-page.ts Intl.DateTimeFormat', // weekdays on a page that has no script
  'public/warm.js Intl.DateTimeFormat', // formats nothing: it makes the browser load its tables before they are needed
  // values on the wire, in the form that the settings store
  'src/areas/setting/setting-input.tsx toFixed(2)',
  'src/areas/setting/setting-fields.ts toFixed(2)',
]

type Call = { readonly type: string; readonly name?: string; readonly value?: unknown } & Record<string, unknown>

/** The places in a file that format an amount, a date or a time. Asking the browser for its zone formats nothing. */
function formattersIn(file: string, source: string): string[] {
  const found: string[] = []
  const zones = source.match(/Intl\.DateTimeFormat\(\)\.resolvedOptions/g)?.length ?? 0
  new Visitor({
    MemberExpression: ({ object, property }) => {
      const [of, name] = [object as unknown as Call, property as unknown as Call]
      if (of.name === 'Intl' && /^(?:DateTime|Number)Format$/.test(name.name ?? '')) found.push(`Intl.${name.name}`)
      if (/^toLocale(?:Date|Time)?String$/.test(name.name ?? '')) found.push(name.name!)
    },
    CallExpression: ({ callee, arguments: given }) => {
      const { name } = ((callee as unknown as Call)['property'] ?? {}) as Call
      const [first] = given as unknown as readonly Call[]
      if (name === 'toFixed' && first?.value === 2) found.push('toFixed(2)')
      const before = ((callee as unknown as Call)['object'] as Call | undefined)?.['callee'] as Call | undefined
      const turned = (before?.['property'] as Call | undefined)?.name
      if (name === 'join' && first?.value === '.' && /^(?:toReversed|reverse)$/.test(turned ?? ''))
        found.push("join('.')")
    },
  }).visit(parseSync(file, source).program)
  const formatters = found.filter((each) => each === 'Intl.DateTimeFormat').length
  return [...new Set(found)].filter((each) => each !== 'Intl.DateTimeFormat' || formatters > zones)
}
