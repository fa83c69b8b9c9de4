import { expect, test } from 'vitest'
import { daysOf } from './list-state.ts'

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
