import fc from 'fast-check'
import { expect, test } from 'vitest'
import { missed, UNLOCKED, waited } from './lock.ts'

test('rule 71: the fifth wrong attempt in a row locks the form for two minutes, and the count starts over', () => {
  let lock = UNLOCKED
  for (let n = 1; n <= 4; n++) expect((lock = missed(lock))).toEqual({ misses: n, left: 0 })
  lock = missed(lock)
  expect(lock).toEqual({ misses: 0, left: 120_000 })
  expect(waited(lock, 119_000).left).toBe(1000)
  expect(waited(lock, 500_000).left).toBe(0)
  expect(missed(waited(lock, 120_000))).toEqual({ misses: 1, left: 0 })
})

test('no sequence of waits unlocks it earlier than two minutes', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 20 }), (waits) => {
      const passed = waits.reduce((sum, ms) => sum + ms, 0)
      const left = waits.reduce(waited, { misses: 0, left: 120_000 }).left
      expect(left).toBe(Math.max(0, 120_000 - passed))
    }),
  ))
