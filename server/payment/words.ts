import type { Currency, Language } from '../../contract/constants.ts'

/** Minor units as people of that language write money: 1.234,50 ₺. */
export const moneyIn = (lang: Language, amount: number, currency: Currency): string =>
  new Intl.NumberFormat(LOCALES[lang], { style: 'currency', currency: currency.toUpperCase() }).format(amount / 100)

/** An instant on a wall, day and time, as SPEC §9 has it: DD.MM.YYYY HH:mm. */
export function wallTime(instant: string | Date, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(new Date(instant))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  return `${of('day')}.${of('month')}.${of('year')} ${of('hour')}:${of('minute')}`
}

const LOCALES: Readonly<Record<Language, string>> = { tr: 'tr-TR', en: 'en-GB', de: 'de-DE', ru: 'ru-RU' }
