import { describe, expect, it } from 'vitest'
import {
  ageOn,
  dayInWords,
  formatAge,
  formatDate,
  formatDateTime,
  formatDay,
  formatMinutes,
  formatMoney,
  formatMonth,
  formatNumber,
  formatRelative,
  formatSpan,
  formatTime,
  formatWallDate,
  formatWallTime,
  nameCollator,
  weekdayName,
} from './format.ts'

// 22:30 UTC: already the next day in Istanbul, still the same in London.
const late = '2026-11-20T22:30:00Z'

describe('dates and times', () => {
  it.each([
    ['Europe/Istanbul', '21.11.2026 01:30'],
    ['Europe/London', '20.11.2026 22:30'],
    ['America/New_York', '20.11.2026 17:30'],
  ])('shows %s as %s', (zone, shown) => {
    expect(formatDateTime(late, zone)).toBe(shown)
    expect(formatDateTime(Date.parse(late), zone)).toBe(shown)
    expect(`${formatDate(late, zone)} ${formatTime(late, zone)}`).toBe(shown)
  })

  it('follows daylight saving', () => {
    expect(formatTime('2026-10-25T00:30:00Z', 'Europe/Berlin')).toBe('02:30')
    expect(formatTime('2026-10-25T01:30:00Z', 'Europe/Berlin')).toBe('02:30')
    expect(formatTime('2026-10-25T02:30:00Z', 'Europe/Berlin')).toBe('03:30')
  })

  it('shows the integers of the wire', () => {
    expect(formatWallDate(20260105)).toBe('05.01.2026')
    expect(formatWallTime(5)).toBe('00:05')
    expect(formatWallTime(905)).toBe('09:05')
    expect(formatSpan('11:30', '11:50')).toBe('11:30–11:50')
  })

  it.each([
    ['tr', 'Cuma 20.11.2026', 'Kasım 2026', 'Cum'],
    ['en', 'Friday, 20.11.2026', 'November 2026', 'Fri'],
    ['de', 'Freitag, 20.11.2026', 'November 2026', 'Fr'],
    ['ru', 'Пятница, 20.11.2026', 'Ноябрь 2026', 'Пт'],
  ] as const)('names a day in %s', (language, day, month, short) => {
    expect(formatDay(20261120, language)).toBe(day)
    expect(formatMonth(20261120, language)).toBe(month)
    expect(weekdayName(20261120, language, 'short')).toBe(short)
    expect(dayInWords(20261120, language)).toMatch(/\b20\b.*2026/)
  })
})

describe('money and numbers', () => {
  it.each([
    ['tr', 'try', 180000, '1.800,00 ₺'],
    ['tr', 'try', -35000, '−350,00 ₺'],
    ['tr', 'eur', 8500, '85,00 €'],
    ['de', 'eur', 123456789, '1.234.567,89 €'],
    ['de', 'usd', -1, '−0,01 $'],
    ['de', 'eur', -0, '0,00 €'],
    ['tr', 'try', -0, '0,00 ₺'],
    ['en', 'gbp', 8500, '£85.00'],
    ['en', 'try', -35000, '−₺350.00'],
    ['ru', 'usd', 123450, '1 234,50 $'],
  ] as const)('%s %s %i is %s', (language, currency, minor, shown) => {
    expect(formatMoney(minor, currency, language).replaceAll('\u00a0', ' ')).toBe(shown)
  })

  it('groups by language and uses a true minus sign', () => {
    expect(formatNumber(-12345.5, 'de')).toBe('−12.345,5')
    expect(formatNumber(12345.5, 'en')).toBe('12,345.5')
  })
})

describe('durations and ages', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  it.each([
    [-59, 'jetzt'],
    [-60, 'vor 1 Min.'],
    [-3 * 60, 'vor 3 Min.'],
    [-3600, 'vor 1 Std.'],
    [-86_400, 'gestern'],
    [86_400, 'morgen'],
    [-40 * 86_400, 'letzten Monat'],
    [2 * 3600, 'in 2 Std.'],
  ])('%i seconds from now is %s', (seconds, shown) => {
    expect(formatRelative(now + seconds * 1000, now, 'de')).toBe(shown)
  })

  it('minutes are as in `Intl`, without the full stop', () => {
    for (const language of ['tr', 'en', 'de', 'ru'] as const)
      for (const minutes of [0, 1, 2, 5, 21, 45, 999, 1000, 1440, 10_080])
        expect(formatMinutes(minutes, language)).toBe(
          new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'short' })
            .format(minutes)
            .replace(/\.$/, ''),
        )
  })

  it('minutes are shortened without a full stop', () => {
    expect((['tr', 'en', 'de', 'ru'] as const).map((language) => formatMinutes(20, language))).toEqual([
      '20 dk',
      '20 min',
      '20 Min',
      '20 мин',
    ])
  })

  it('counts full years, and months below two years', () => {
    expect(ageOn(20001121, 20261120)).toBe(25)
    expect(ageOn(20001120, 20261120)).toBe(26)
    expect(formatAge(19520301, 20261120, 'tr')).toBe('74')
    expect(formatAge(20260421, 20261120, 'tr')).toBe('6 ay')
    expect(formatAge(20251120, 20261120, 'en')).toBe('12 months')
    expect(formatAge(20251001, 20261120, 'de')).toBe('13 Monate')
  })
})

describe('names', () => {
  const names = ['Şahin', 'Çelik', 'Zengin', 'Sezer', 'Cengiz', 'Ilgaz', 'İpek', 'Dal']
  it('names sort in Turkish order', () => {
    expect(names.toSorted(nameCollator('tr').compare)).toEqual([
      'Cengiz',
      'Çelik',
      'Dal',
      'Ilgaz',
      'İpek',
      'Sezer',
      'Şahin',
      'Zengin',
    ])
  })
  it('umlauts sort next to their letter in German', () => {
    expect(['Zorn', 'Äbel', 'Bach'].toSorted(nameCollator('de').compare)).toEqual(['Äbel', 'Bach', 'Zorn'])
  })
})
