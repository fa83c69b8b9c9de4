import { describe, expect, test } from 'vitest'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import type { Availability } from '../../../contract/availability/availability.ts'
import { dayOf, newestByDay, overlaps, slotsOfHours, stillFree, takenBetween } from './slot-days.ts'

const hours = (extra: Partial<Availability> = {}): Availability => ({
  id: 'a',
  version: 1,
  doctorId: 'd',
  clinicId: 'c',
  startDate: 20260101,
  endDate: 20261231,
  startTime: 900,
  endTime: 1010,
  period: 20,
  type: 'physical',
  days: [1, 2, 3, 4, 5, 6, 7],
  price: 10_000,
  currency: 'try',
  status: 'active',
  zone: 'Europe/Istanbul',
  ...extra,
})
const starts = (slots: readonly Slot[]) => slots.map(({ start }) => start.slice(0, 16))
const day = slotsOfHours([hours()], [20261123])

describe('slots from hours (rules 5, 6)', () => {
  test('whole periods from the start; the remainder is unused', () => {
    expect(starts(day)).toEqual(['2026-11-23T06:00', '2026-11-23T06:20', '2026-11-23T06:40'])
    expect(day[0]).toMatchObject({
      end: '2026-11-23T06:20:00.000Z',
      zone: 'Europe/Istanbul',
      type: 'face-to-face',
      price: 10_000,
      clinicId: 'c',
    })
  })

  test.each([
    ['another weekday', hours({ days: [2] })],
    ['before the first day', hours({ startDate: 20261124 })],
    ['after the last day', hours({ endDate: 20261122 })],
  ])('none on %s', (_, each) => {
    expect(slotsOfHours([each], [20261123])).toEqual([])
  })

  test('a skipped hour has no slots, a repeated one only its first (Berlin 2026)', () => {
    const night = hours({ startTime: 130, endTime: 400, period: 30, zone: 'Europe/Berlin' })
    const spring = slotsOfHours([night], [20260329])
    expect(starts(spring)).toEqual(['2026-03-29T00:30', '2026-03-29T01:00', '2026-03-29T01:30'])
    const autumn = slotsOfHours([night], [20261025])
    expect(starts(autumn)).toEqual([
      '2026-10-24T23:30',
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-25T02:00',
      '2026-10-25T02:30',
    ])
    expect(autumn.map(dayOf)).toEqual(Array(5).fill(20261025))
  })
})

test('a visit takes the slots it overlaps, not one that begins at its end; past ones are gone', () => {
  const visit = { start: '2026-11-23T06:10:00.000Z', end: '2026-11-23T06:40:00.000Z' }
  expect(starts(stillFree(day, [visit], [], Date.parse('2026-11-23T05:00:00Z')))).toEqual(['2026-11-23T06:40'])
  expect(starts(stillFree(day, [], [], Date.parse('2026-11-23T06:20:00Z')))).toEqual([
    '2026-11-23T06:20',
    '2026-11-23T06:40',
  ])
  expect(
    overlaps(
      { start: '2026-11-23T06:00:00Z', end: '2026-11-23T06:20:00Z' },
      { start: '2026-11-23T06:20:00Z', end: '2026-11-23T06:40:00Z' },
    ),
  ).toBe(false)
})

test('a closed time takes what it touches; one of a clinic only that clinic’s', () => {
  const closed = { start: '2026-11-23T06:10:00.000Z', end: '2026-11-23T06:40:00.000Z' }
  const now = Date.parse('2026-11-23T05:00:00Z')
  const [{ clinicId }] = day as [(typeof day)[number]]
  expect(starts(stillFree(day, [], [closed], now))).toEqual(['2026-11-23T06:40'])
  expect(stillFree(day, [], [{ ...closed, clinicId }], now)).toHaveLength(clinicId ? 1 : 3)
  expect(stillFree(day, [], [{ ...closed, clinicId: 'another' }], now)).toHaveLength(day.length)
})

test('a gap between two free slots of the same hours was taken; a break between two hours was not', () => {
  const afternoon = slotsOfHours([hours({ id: 'b', startTime: 1300, endTime: 1400 })], [20261123])
  const [first, , last] = day
  expect(starts(takenBetween([first!, last!, ...afternoon]))).toEqual(['2026-11-23T06:20'])
  expect(takenBetween([])).toEqual([])
})

test('with hours past midnight, nothing between the morning and the next evening counts as taken', () => {
  const night = slotsOfHours([hours({ startTime: 2200, endTime: 200, period: 60 })], [20261123, 20261124, 20261125])
  const freeOnes = night.filter(({ start }) => start !== '2026-11-23T21:00:00.000Z')
  expect(starts(takenBetween(freeOnes))).toEqual(['2026-11-23T21:00'])
})

test('each day uses the newest reply that covers it; a day in none stays unknown', () => {
  const old = { from: 20261121, to: 20261218, at: 1, slots: [] }
  const fresh = { from: 20261123, to: 20261123, at: 2, slots: [] }
  const byDay = newestByDay([old, fresh], [20261122, 20261123, 20261219])
  expect([byDay.get(20261122), byDay.get(20261123), byDay.get(20261219)]).toEqual([old, fresh, undefined])
})
