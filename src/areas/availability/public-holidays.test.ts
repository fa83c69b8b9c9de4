import { expect, test } from 'vitest'
import { holidaysOf, KNOWN_YEARS, publicHolidays } from './public-holidays.ts'
import table from './public-holidays.json'
import { isDate } from '../../../contract/kernel/time.ts'

test('Türkiye 2026: the fixed holidays, and both religious feasts with all their full days', async () => {
  const found = await publicHolidays('TR', 20260101, 20261231)
  expect(found?.map(({ from, to }) => [from, to])).toEqual([
    [20260101, 20260101],
    [20260320, 20260322],
    [20260423, 20260423],
    [20260501, 20260501],
    [20260519, 20260519],
    [20260527, 20260530],
    [20260715, 20260715],
    [20260830, 20260830],
    [20261029, 20261029],
  ])
  expect(found?.[0]?.name).toBe('Yılbaşı')
})

test('a holiday that began before the first day counts, one that begins after the last does not', () => {
  const holidays = [['Over the year', '1230', 5]] as const
  expect(holidaysOf(holidays, 20270102, 20270103)).toEqual([{ name: 'Over the year', from: 20261230, to: 20270103 }])
  expect(holidaysOf(holidays, 20270104, 20271229)).toEqual([])
})

test('an unknown country has no result', async () => {
  expect(await publicHolidays('XX', 20260101, 20261231)).toBeNull()
})

test('every date of the table is a valid day of a year it covers', () => {
  for (const [country, holidays] of Object.entries(
    table as unknown as Record<string, [string, string | number[], number?][]>,
  ))
    for (const [name, when] of holidays) {
      expect([country, name.trim()]).not.toContain('')
      const dates = typeof when === 'string' ? [KNOWN_YEARS.first * 10_000 + Number(when)] : when
      for (const date of dates) {
        expect([country, name, date, isDate(date)]).toEqual([country, name, date, true])
        expect(Math.floor(date / 10_000)).toBeGreaterThanOrEqual(KNOWN_YEARS.first)
        expect(Math.floor(date / 10_000)).toBeLessThanOrEqual(KNOWN_YEARS.last)
      }
    }
})
