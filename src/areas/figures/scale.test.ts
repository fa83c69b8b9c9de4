import { expect, test } from 'vitest'
import { scaleOf } from './scale.ts'

test.each([
  [[], 'percent', false, 5],
  [[3.2, 5], 'percent', false, 5],
  [[5.1], 'percent', false, 10],
  [[3.2], 'percent', true, 100],
  [[0], 'days', false, 5],
  [[201], 'days', false, 500],
  [[1200], 'days', false, 1500],
] as const)('%j in %s, from nothing to all: %s, end at %i in five steps', (values, unit, whole, end) => {
  const ticks = scaleOf(values, unit, whole)
  expect([ticks[0], ticks.at(-1), ticks.length]).toEqual([0, end, 6])
})
