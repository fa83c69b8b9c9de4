import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { instantOf, wallOf } from '../../../contract/kernel/time.ts'
import { seriesDays, seriesStarts, type Repeat } from './series.ts'

const slotAt = (date: number, time: number, zone = 'Europe/Berlin', clinicId: string | null = 'c'): Slot => {
  const start = instantOf({ date, time }, zone)!
  return {
    start: new Date(start).toISOString(),
    end: new Date(start + 30 * 60_000).toISOString(),
    availabilityId: 'a',
    clinicId,
    zone,
    type: 'face-to-face',
    price: 1000,
    currency: 'eur',
  }
}
const weekly: Repeat = { weeks: 1, count: 4, choices: {} }

describe('the days of a series', () => {
  test.each(['Europe/Istanbul', 'Europe/Berlin', 'Europe/London', 'America/New_York'])(
    'the same wall time in %s, also over both clock changes',
    (zone) => {
      fc.assert(
        fc.property(
          fc.constantFrom(20270226, 20270305, 20271001, 20271022),
          fc.integer({ min: 4, max: 23 }),
          fc.constantFrom(1 as const, 2 as const, 4 as const),
          (date, hour, weeks) => {
            const starts = seriesStarts(slotAt(date, hour * 100, zone), { weeks, count: 12 })
            expect(starts).toHaveLength(11)
            for (const { date: day, start } of starts)
              expect(wallOf(Date.parse(start!), zone)).toEqual({ date: day, time: hour * 100 })
          },
        ),
      )
    },
  )

  test('a skipped hour has no slot, and must be chosen again (rule 5)', () => {
    const first = slotAt(20270321, 230)
    const [skipped, second] = seriesDays(first, weekly, { days: new Set(), free: [] }, [])
    expect(skipped).toMatchObject({ date: 20270328, state: 'skipped', wanted: null, slot: undefined })
    expect(second).toMatchObject({ state: 'unknown' })
  })
})

describe('conflicts are shown before anything is saved', () => {
  const first = slotAt(20270401, 900)
  const days = new Set([20270408, 20270415, 20270422])
  const free = [
    slotAt(20270408, 900),
    slotAt(20270415, 1100),
    slotAt(20270415, 830),
    slotAt(20270415, 900, 'Europe/Berlin', 'elsewhere'),
    slotAt(20270422, 900),
    slotAt(20270422, 930),
  ]
  const own = [slotAt(20270422, 900)]

  test('free, taken with the day’s nearest others at that clinic, and the patient elsewhere', () => {
    const [a, b, c] = seriesDays(first, weekly, { days, free }, own)
    expect(a).toMatchObject({ state: 'free', slot: free[0], overlapSeen: false })
    expect(b).toMatchObject({ state: 'taken', wanted: null, slot: undefined })
    expect(b!.others.map(({ start }) => start)).toEqual([free[2]!.start, free[1]!.start])
    expect(c).toMatchObject({ state: 'clash', slot: undefined, others: [free[5]] })
  })

  test('another time, skipping and booking over are choices; a time that is gone meanwhile is not', () => {
    const choices = { 20270408: null, 20270415: free[1]!.start, 20270422: free[4]!.start }
    const [a, b, c] = seriesDays(first, { ...weekly, choices }, { days, free }, own)
    expect([a!.slot, b!.slot]).toEqual([null, free[1]])
    expect(c).toMatchObject({ slot: free[4], overlapSeen: true })
    const [, gone] = seriesDays(first, { ...weekly, choices }, { days, free: free.slice(2) }, own)
    expect(gone).toMatchObject({ state: 'taken', slot: undefined })
  })

  test('a day that cannot be checked yet is booked as a request', () => {
    const [a] = seriesDays(first, weekly, { days: new Set(), free: [] }, [])
    expect(a).toMatchObject({ state: 'unknown', slot: { start: free[0]!.start, end: free[0]!.end } })
  })
})
