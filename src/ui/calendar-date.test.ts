import { expect, it } from 'vitest'
import { addMonths, monthWeeks, readDate } from './calendar-date.ts'

const today = 20261120

it.each([
  ['20.11.2026', 20261120],
  [' 5.1.26 ', 20260105],
  ['5/1/1985', 19850105],
  ['05 01 85', 19850105],
  ['1.1.35', 20350101],
  ['1.1.36', 20360101 - 1_000_000],
  ['05012026', 20260105],
  ['2026-11-20', 20261120],
  ['29.02.2024', 20240229],
])('reads %s as %i', (text, date) => expect(readDate(text, today)).toBe(date))

it.each(['30.02.2026', '29.02.2026', '1.13.2026', '0.1.2026', '32.1.2026', 'tomorrow', '', '1.1', '20261120'])(
  'finds no date in %s',
  (text) => expect(readDate(text, today)).toBeNull(),
)

it('keeps the day across months, or takes the last one', () => {
  expect(addMonths(20260131, 1)).toBe(20260228)
  expect(addMonths(20240131, 1)).toBe(20240229)
  expect(addMonths(20261130, 2)).toBe(20270130)
  expect(addMonths(20260115, -1)).toBe(20251215)
  expect(addMonths(20260331, -13)).toBe(20250228)
})

it('lays out six weeks from Monday', () => {
  const weeks = monthWeeks(20261120)
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([20261026, 20261027, 20261028, 20261029, 20261030, 20261031, 20261101])
  expect(weeks[5]?.[6]).toBe(20261206)
})
