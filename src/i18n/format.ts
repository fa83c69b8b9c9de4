import { type Currency, intlTag, type Language } from '../../contract/kernel/constants.ts'
import { moneyStyle, plainMoney, trueMinus, writeMoney } from '../../contract/kernel/money.ts'
import { type Wall, wallOf, weekdayOf } from '../../contract/kernel/time.ts'
import { writeDate, writeTime } from '../../contract/kernel/when.ts'
import { collator, dateFormat, numberFormat, relativeFormat } from './formats.ts'

/** An instant: epoch milliseconds, or ISO 8601 as the wire has it. */
export type Instant = number | string

/** DD.MM.YYYY in an IANA zone (SPEC §9). */
export const formatDate = (instant: Instant, zone: string) => writeDate(wall(instant, zone).date)

/** HH:mm in an IANA zone. */
export const formatTime = (instant: Instant, zone: string) => writeTime(wall(instant, zone).time)

/** DD.MM.YYYY HH:mm in an IANA zone (SPEC §9). */
export const formatDateTime = (instant: Instant, zone: string) =>
  `${formatDate(instant, zone)} ${formatTime(instant, zone)}`

/** The same of the wire's own integers: YYYYMMDD, and HHmm. */
export const formatWallDate = writeDate
export const formatWallTime = writeTime

/** Two ends of anything, with an en dash and no spaces: 11:30–11:50. */
export const formatSpan = (from: string, to: string) => `${from}–${to}`

/** A day as in a heading, from YYYYMMDD: "Freitag, 20.11.2026", in Turkish "Cuma 20.11.2026". */
export function formatDay(date: number, language: Language): string {
  return `${weekdayName(date, language)}${language === 'tr' ? '' : ','} ${writeDate(date)}`
}

/** A day in words for readers, from YYYYMMDD: "Freitag, 20. November 2026". */
export function dayInWords(date: number, language: Language): string {
  const utc = Date.UTC(Math.floor(date / 10_000), (Math.floor(date / 100) % 100) - 1, date % 100)
  return capital(utcPart(utc, language, { dateStyle: 'full' }), language)
}

/** The weekday of YYYYMMDD with a capital, long ("Freitag") or short ("Fr"). */
export function weekdayName(date: number, language: Language, width: 'long' | 'short' = 'long'): string {
  // 1 January 2024 was a Monday; weekday 1 is Monday.
  return capital(utcPart(Date.UTC(2024, 0, weekdayOf(date)), language, { weekday: width }), language)
}

/** The month of YYYYMMDD with its year, as the head of a calendar: "November 2026". */
export function formatMonth(date: number, language: Language): string {
  const month = Math.floor(date / 100) % 100
  // The month is formatted alone: only then does Russian use the nominative.
  const name = utcPart(Date.UTC(2024, month - 1, 1), language, { month: 'long' })
  return `${capital(name, language)} ${Math.floor(date / 10_000)}`
}

/** Money from integer minor units: 180000, try → "1.800,00 ₺". */
export const formatMoney = (minor: number, currency: Currency, language: Language): string =>
  writeMoney(minor, language, numberFormat(intlTag(language), moneyStyle(currency)))

/** The same amount in an input: "1800,00". */
export const formatPlainMoney = plainMoney

/** A plain number with the language's separators and a true minus. */
export const formatNumber = (value: number, language: Language) =>
  trueMinus(numberFormat(intlTag(language), {}).format(value))

/** A percentage as the language writes it: 12.5 is "12.5%", "12,5 %", in Turkish "%12,5". */
export const formatPercent = (value: number, language: Language) =>
  trueMinus(numberFormat(intlTag(language), { style: 'percent', maximumFractionDigits: 2 }).format(value / 100))

/** A mean of a short scale, always with one digit: "4.0", "4,3". */
export const formatMean = (value: number, language: Language) =>
  numberFormat(intlTag(language), { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value)

/**
 * A length in minutes: "20 dk", "20 min"; without the abbreviation's full stop, which would double at the end of a
 * sentence.
 */
export function formatMinutes(minutes: number, language: Language): string {
  // the words are `Intl`'s own (format.test.ts); its unit formatter, which a start needs for nothing else, takes a
  // hundredth of the start to create
  const count = minutes < 1000 ? minutes : formatNumber(minutes, language)
  return `${count} ${MINUTE[language]}`
}

/** By how much a clock is off, in the largest sufficient unit: "12 minutes", "5 hours", "3 days". */
export function formatDrift(minutes: number, language: Language): string {
  const [unit, each] =
    minutes < 120 ? (['minute', 1] as const) : minutes < 2880 ? (['hour', 60] as const) : (['day', 1440] as const)
  const format = numberFormat(intlTag(language), { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.round(minutes / each))
}

/** The distance of an instant from `now`, in the largest whole unit: "vor 3 Min.", under a minute "jetzt". */
export function formatRelative(instant: Instant, now: number, language: Language): string {
  const seconds = (epoch(instant) - now) / 1000
  const format = relativeFormat(intlTag(language), { numeric: 'auto', style: 'short' })
  const [name, size] = RELATIVE.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', Infinity]
  return format.format(Math.trunc(seconds / size), name)
}

/** Full years from birth to a day, both YYYYMMDD. */
export const ageOn = (birth: number, day: number) => Math.floor((day - birth) / 10_000)

/** An age as a list shows it: years as a bare number, below two years in months ("7 ay"). Both days YYYYMMDD. */
export function formatAge(birth: number, day: number, language: Language): string {
  const years = ageOn(birth, day)
  if (years >= 2) return String(years)
  const month = (date: number) => Math.floor(date / 10_000) * 12 + (Math.floor(date / 100) % 100)
  const full = month(day) - month(birth) - (day % 100 < birth % 100 ? 1 : 0)
  return numberFormat(language, { style: 'unit', unit: 'month', unitDisplay: 'long' }).format(full)
}

/** Sorts names as a reader of the language expects: ç after c in Turkish, ä beside a in German. */
export const nameCollator = (language: Language): Intl.Collator => collator(intlTag(language), {})

/** A size of bytes: "340 kB", "4,2 MB". */
export function formatBytes(bytes: number, language: Language): string {
  const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1000] as const) : (['megabyte', 1_000_000] as const)
  const format = numberFormat(intlTag(language), {
    style: 'unit',
    unit,
    maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
  })
  return format.format(Math.max(bytes / size, unit === 'kilobyte' ? 1 : 0))
}

/**
 * The IANA zone of this browser's clock, as last read. A timer reads it again every minute, since people travel with
 * the page open.
 */
export const viewerZone = (): string => viewer ?? readViewerZone()
export const readViewerZone = (): string => (viewer = Intl.DateTimeFormat().resolvedOptions().timeZone)
let viewer: string | undefined

const MINUTE = { tr: 'dk', en: 'min', de: 'Min', ru: 'мин' } as const satisfies Record<Language, string>
const RELATIVE: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const epoch = (instant: Instant) => (typeof instant === 'number' ? instant : Date.parse(instant))
const wall = (instant: Instant, zone: string): Wall => wallOf(epoch(instant), zone)
const capital = (text: string, language: Language) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1)

const utcPart = (utc: number, language: Language, options: Intl.DateTimeFormatOptions) =>
  dateFormat(intlTag(language), { timeZone: 'UTC', ...options }).format(utc)
