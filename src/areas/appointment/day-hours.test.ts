import { expect, test } from 'vitest'
import { hoursOfDay } from './day-hours.ts'
import type { ShownVisit } from './queries.ts'

const visit = (start: string, more: Partial<ShownVisit> = {}) =>
  ({ start, status: 'waiting', arrivedAt: null, noShowAt: null, ...more }) as ShownVisit

test('a day by hours in the clinic’s zone: done, here and open, with the gaps between', () => {
  const visits = [
    visit('2026-11-18T06:10:00Z', { status: 'completed' }),
    visit('2026-11-18T06:50:00Z', { noShowAt: '2026-11-18T07:10:00Z' }),
    visit('2026-11-18T06:20:00Z', { arrivedAt: '2026-11-18T06:00:00Z' }),
    visit('2026-11-18T08:00:00Z'),
    visit('2026-11-18T18:00:00Z', { status: 'cancelled' }),
  ]
  expect(hoursOfDay(visits, 'Europe/Istanbul')).toEqual([
    { hour: 9, done: 2, here: 1, open: 0 },
    { hour: 10, done: 0, here: 0, open: 0 },
    { hour: 11, done: 0, here: 0, open: 1 },
  ])
  expect(hoursOfDay([], 'Europe/Istanbul')).toEqual([])
})
