import fc from 'fast-check'
import { expect, test } from 'vitest'
import { KEEP_DAYS_AHEAD, KEEP_DAYS_BACK } from './constants.ts'
import { nearbyMonths, monthsBetween } from './months.ts'

const DAY = 86_400_000
const instants = fc.integer({ min: Date.UTC(1950, 0), max: Date.UTC(2190, 0) })
const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7)

test('rule 89: the window’s months are those of each of its days, starting with today’s', () => {
  fc.assert(
    fc.property(instants, (now) => {
      const days = Array.from({ length: KEEP_DAYS_BACK + KEEP_DAYS_AHEAD + 1 }, (_, n) =>
        monthOf(now + (n - KEEP_DAYS_BACK) * DAY),
      )
      const around = nearbyMonths(now)
      expect(around.toSorted()).toEqual([...new Set(days)].toSorted())
      expect(around[0]).toBe(monthOf(now))
    }),
  )
})

test('an interval touches the months of all its instants and no others', () => {
  fc.assert(
    fc.property(
      instants,
      fc.integer({ min: 1, max: 800 * DAY }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (from, length, part) => {
        const months = monthsBetween(from, from + length)
        expect(months).toContain(monthOf(from + Math.floor(part * (length - 1))))
        expect([months[0], months.at(-1)]).toEqual([monthOf(from), monthOf(from + length - 1)])
        expect(new Set(months).size).toBe(months.length)
      },
    ),
  )
  expect(monthsBetween(Date.UTC(2026, 10, 1), Date.UTC(2027, 0, 1))).toEqual(['2026-11', '2026-12'])
})
