import { expect, test } from 'vitest'
import { periodBefore, periodOf } from './period.ts'

test.each([
  // today, preset, the period, what it is compared with
  [20260331, 'month', [20260301, 20260331], [20260201, 20260228]],
  [20260315, 'month', [20260301, 20260315], [20260201, 20260215]],
  [20260101, 'month', [20260101, 20260101], [20251201, 20251201]],
  [20260315, 'before', [20260201, 20260228], [20260101, 20260131]],
  [20240315, 'before', [20240201, 20240229], [20240101, 20240131]],
  [20260515, 'quarter', [20260401, 20260515], [20260101, 20260214]],
  // the first quarter of a common year is shorter than the others
  [20260630, 'quarter', [20260401, 20260630], [20260101, 20260331]],
  [20260131, 'quarterBefore', [20251001, 20251231], [20250701, 20250930]],
] as const)(
  'on %i, %s is counted up to today and compared with as much of the one before',
  (today, preset, period, before) => {
    const found = periodOf(preset, today)
    expect([found.from, found.to]).toEqual(period)
    expect(Object.values(periodBefore(found, preset))).toEqual(before)
  },
)

test('own days are compared with as many right before them', () => {
  expect(periodBefore({ from: 20260302, to: 20260302 }, 'own')).toEqual({ from: 20260301, to: 20260301 })
  expect(periodBefore({ from: 20260301, to: 20260307 }, 'own')).toEqual({ from: 20260222, to: 20260228 })
})
