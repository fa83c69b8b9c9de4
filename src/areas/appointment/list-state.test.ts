import { expect, test } from 'vitest'
import { daysOf, isBeyond, monthsOf } from './list-state.ts'

test.each([
  ['yesterday', 20260228, 20260228],
  ['today', 20260301, 20260301],
  ['tomorrow', 20260302, 20260302],
  ['next7', 20260301, 20260307],
  ['next30', 20260301, 20260330],
  ['all', 20260101, 20260430],
] as const)('%s on 1 March 2026 is %i to %i', (preset, from, to) => {
  expect(daysOf(preset, 20260301)).toEqual({ from, to })
})

test('rule 89: days beyond the window are on the device if their months are kept', () => {
  const context = { today: 20260301, zone: 'Europe/Istanbul', now: Date.UTC(2026, 2, 1, 12), here: [] as string[] }
  expect(isBeyond({ from: 20260215, to: 20260410 }, context)).toBe(false)
  const days = { from: 20251105, to: 20251120 }
  expect(isBeyond(days, context)).toBe(true)
  expect(isBeyond(days, { ...context, here: monthsOf(days, context.zone) })).toBe(false)
  // east of Greenwich a month's first hours belong to the month before in UTC, which pulls go by
  expect(monthsOf({ from: 20251101, to: 20251130 }, context.zone)).toEqual(['2025-10', '2025-11'])
  expect(isBeyond({ from: 20251101, to: 20251120 }, { ...context, here: ['2025-11'] })).toBe(true)
})
