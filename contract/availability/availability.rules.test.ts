import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dayOfSlots,
  holdsAt,
  inTheWay,
  isOn,
  slotTimes,
  slotsOn,
  whyNotHours,
  type Hours,
} from './availability.rules.ts'
import { spanMinutes } from './day-minutes.ts'
import { addDays, wallOf } from '../kernel/time.ts'

const hours: Hours = {
  startDate: 20260101,
  endDate: 20261231,
  startTime: 900,
  endTime: 1200,
  period: 25,
  type: 'physical',
  days: [1, 2, 3, 4, 5],
}
const owned = (more: Partial<Parameters<typeof inTheWay>[0]> = {}) => ({
  id: 'a',
  clinicId: 'k',
  zone: 'Europe/Istanbul',
  status: 'active' as const,
  ...hours,
  ...more,
})
const time = fc.integer({ min: 0, max: 1439 }).map((minutes) => Math.floor(minutes / 60) * 100 + (minutes % 60))
const date = fc.integer({ min: 0, max: 700 }).map((n) => addDays(20260101, n))
const anyHours: fc.Arbitrary<Hours> = fc.record({
  startDate: date,
  endDate: date,
  startTime: time,
  endTime: fc.oneof({ weight: 9, arbitrary: time }, fc.constant(2400)),
  off: fc.option(
    fc.array(
      fc.tuple(date, fc.integer({ min: 0, max: 300 })).map(([from, n]) => ({ from, to: addDays(from, n) })),
      { maxLength: 3 },
    ),
    { nil: null },
  ),
  period: fc.integer({ min: 5, max: 480 }),
  type: fc.constantFrom('online', 'physical'),
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
})

describe('slots of a day (rule 6)', () => {
  test('start, start + period, … as long as they end in time; the remainder is unused and shown', () => {
    expect(slotTimes(hours)).toEqual([900, 925, 950, 1015, 1040, 1105, 1130])
    expect(dayOfSlots(hours)).toEqual({ count: 7, lastEnds: 1155, unused: 5 })
  })

  test('count, end and remainder add up to the whole', () => {
    fc.assert(
      fc.property(anyHours, (any) => {
        const { count, unused } = dayOfSlots(any)
        const whole = spanMinutes(any)
        const fits = whole >= any.period
        expect([count > 0, fits ? count * any.period + unused : 0]).toEqual([fits, fits ? whole : 0])
      }),
    )
  })

  test('rule 5: a skipped hour gives no slot, a repeated one only its first', () => {
    const night = { ...hours, startTime: 100, endTime: 400, period: 30, days: [7] }
    const wall = (on: number) =>
      slotsOn(night, on, 'Europe/Berlin').map(({ start }) => wallOf(start, 'Europe/Berlin').time)
    expect(wall(20260329)).toEqual([100, 130, 300, 330])
    const autumn = slotsOn(night, 20261025, 'Europe/Berlin')
    expect(autumn).toHaveLength(6)
    expect(new Date(autumn[2]!.start).toISOString()).toBe('2026-10-25T00:00:00.000Z')
  })

  test('none before the first day, after the last, or on another weekday', () => {
    expect(slotsOn(hours, 20251231, 'Europe/Istanbul')).toEqual([])
    expect(slotsOn(hours, 20270101, 'Europe/Istanbul')).toEqual([])
    expect(slotsOn(hours, 20260704, 'Europe/Istanbul')).toEqual([])
    expect(slotsOn(hours, 20260706, 'Europe/Istanbul')).toHaveLength(7)
  })
})

describe('hours that end at or after midnight (decision 0114)', () => {
  const night: Hours = { ...hours, startTime: 2200, endTime: 600, period: 60, days: [6] }
  const wall = (on: number, zone = 'Europe/Berlin', its = night) =>
    slotsOn(its, on, zone).map(({ start }) => wallOf(start, zone).time)

  test('until 24:00: the last slot ends with the day, and none belongs to the next', () => {
    const late = { ...night, endTime: 2400 }
    expect([wall(20260704, 'Europe/Berlin', late), wall(20260705, 'Europe/Berlin', late)]).toEqual([[2200, 2300], []])
    expect(dayOfSlots(late)).toEqual({ count: 2, lastEnds: 2400, unused: 0 })
  })

  test('past midnight: each slot belongs to the day it begins on, and names the start of its hours', () => {
    expect([wall(20260704), wall(20260705), wall(20260706)]).toEqual([[2200, 2300], [0, 100, 200, 300, 400, 500], []])
    expect(slotsOn(night, 20260705, 'Europe/Berlin').map(({ since }) => since)).toEqual(Array(6).fill(20260704))
    expect(dayOfSlots(night)).toEqual({ count: 8, lastEnds: 600, unused: 0 })
  })

  test('the night that skips an hour has one slot fewer, the night that repeats one has each slot once (rule 5)', () => {
    expect(wall(20260329)).toEqual([0, 100, 300, 400, 500])
    const autumn = slotsOn(night, 20261025, 'Europe/Berlin').map(({ start }) => start)
    expect(autumn.map((at) => wallOf(at, 'Europe/Berlin').time)).toEqual([0, 100, 200, 300, 400, 500])
    expect(autumn[3]! - autumn[2]!).toBe(2 * 3_600_000)
  })

  test('the last day’s night ends on the next morning; an evening off includes its morning', () => {
    expect(wall(20260705, 'Europe/Berlin', { ...night, endDate: 20260704 })).toHaveLength(6)
    expect(wall(20260705, 'Europe/Berlin', { ...night, off: [{ from: 20260704, to: 20260704 }] })).toEqual([])
    expect(wall(20260705, 'Europe/Berlin', { ...night, off: [{ from: 20260705, to: 20260705 }] })).toHaveLength(6)
  })

  test('every slot lies within the hours, none overlap, and the total over all days is right', () => {
    fc.assert(
      fc.property(anyHours, (any) => {
        const days = Array.from({ length: 60 }, (_, n) => addDays(20260101, n))
        const held = days.flatMap((on) => slotsOn(any, on, 'UTC'))
        for (const [n, { start, end }] of held.entries()) {
          expect(holdsAt(any, wallOf(start, 'UTC'))).toBe(true)
          expect(end <= (held[n + 1]?.start ?? Infinity)).toBe(true)
        }
        const whole = days.slice(0, -1).filter((on) => isOn(any, on)).length * dayOfSlots(any).count
        const ofWhole = days
          .slice(0, -1)
          .flatMap((on) =>
            [on, addDays(on, 1)].flatMap((day) => slotsOn(any, day, 'UTC').filter(({ since }) => since === on)),
          )
        expect(ofWhole).toHaveLength(whole)
      }),
    )
  })
})

describe('valid hours', () => {
  test.each([
    ['end before they start', { startTime: 1200, endTime: 900 }, 'end_time_invalid'],
    ['end when they start', { startTime: 900, endTime: 900 }, 'end_time_invalid'],
    ['pass midnight for longer than a night', { startTime: 1700, endTime: 900 }, 'end_time_invalid'],
    ['have days off that end before they begin', { off: [{ from: 20260810, to: 20260809 }] }, 'end_date_invalid'],
    ['pass midnight', { startTime: 2200, endTime: 600 }, null],
    ['end at 24:00', { startTime: 2200, endTime: 2400 }, null],
    ['hold not one period', { startTime: 900, endTime: 920 }, 'end_time_invalid'],
    ['end on an earlier day', { startDate: 20261231, endDate: 20260101 }, 'end_date_invalid'],
    ['are fine', {}, null],
  ] satisfies [string, Partial<Hours>, string | null][])('%s', (_, change, why) =>
    expect(whyNotHours({ ...hours, ...change })).toBe(why),
  )
})

describe('overlap (rule 8)', () => {
  test.each([
    ['the same type', {}, true],
    ['two clinics, one online', { clinicId: 'other', type: 'online' as const }, true],
    ['online beside physical in one clinic', { type: 'online' as const }, false],
    ['one after the other', { startTime: 1200, endTime: 1500 }, false],
    ['other weekdays', { days: [6, 7] }, false],
    ['other dates', { startDate: 20270101, endDate: 20271231 }, false],
    ['passive', { status: 'passive' as const }, false],
    ['themselves', { id: 'a' }, false],
    ['days off, all of them', { off: [{ from: 20260101, to: 20261231 }] }, false],
    ['a night that reaches into the morning', { startTime: 2200, endTime: 930, days: [7] }, true],
    ['a night that ends before the morning', { startTime: 2200, endTime: 900, days: [7] }, false],
    ['a night before a day that is none', { startTime: 2200, endTime: 930, days: [5, 6] }, false],
  ])('%s', (_, change, stands) => {
    expect(inTheWay(owned(), [owned({ id: 'b', ...change })]).length > 0).toBe(stands)
  })

  test.each([
    // 09:00–12:00 in Istanbul is 07:00–10:00 in Berlin in winter, 08:00–11:00 in summer
    ['the same wall, no instant in common', 'Europe/Berlin', { startTime: 1100, endTime: 1130 }, false],
    ['another wall, one instant', 'Europe/Berlin', { startTime: 700, endTime: 900 }, true],
    ['in summer alone', 'Europe/Berlin', { startTime: 1030, endTime: 1200 }, true],
    [
      'and then only where summer is held',
      'Europe/Berlin',
      { startTime: 1030, endTime: 1200, endDate: 20260301 },
      false,
    ],
    ['the evening before on another wall', 'America/New_York', { startTime: 200, endTime: 330 }, true],
    ['on a wall a day ahead', 'Pacific/Auckland', { startTime: 1900, endTime: 2300, days: [1] }, true],
    [
      'on a wall a day ahead, another weekday',
      'Pacific/Auckland',
      { startTime: 1900, endTime: 2300, days: [7] },
      false,
    ],
    ['by a zone of its own name, the same clock', 'Asia/Riyadh', { startTime: 1130, endTime: 1300 }, true],
  ])('on two clocks: %s', (_, zone, change, stands) => {
    const [one, other] = [owned(), owned({ id: 'b', clinicId: 'other', zone, ...change })]
    expect([inTheWay(one, [other]).length > 0, inTheWay(other, [one]).length > 0]).toEqual([stands, stands])
  })

  test('in two zones: they overlap exactly if a slot of one shares an instant with a slot of the other', () => {
    const zones = ['Europe/Istanbul', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland']
    // a few weeks around the days on which the clocks change
    const days = [20260320, 20261020].flatMap((from) => Array.from({ length: 14 }, (_, n) => addDays(from, n)))
    const slots = (its: ReturnType<typeof owned>) =>
      days.flatMap((day) => slotsOn({ ...its, period: 30 }, day, its.zone))
    fc.assert(
      fc.property(anyHours, anyHours, fc.constantFrom(...zones), fc.constantFrom(...zones), (a, b, zone, at) => {
        const [one, other] = [owned({ ...a, zone }), owned({ id: 'b', ...b, type: a.type, zone: at })]
        const others = slots(other)
        const meets = slots(one).some((slot) => others.some(({ start, end }) => start < slot.end && slot.start < end))
        // the reverse need not hold: the clocks may skip a slot
        expect(!meets || inTheWay(one, [other]).length === 1).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  test('it is symmetric', () => {
    fc.assert(
      fc.property(anyHours, anyHours, (a, b) => {
        const one = owned({ id: 'a', ...a })
        const other = owned({ id: 'b', ...b })
        expect(inTheWay(one, [other]).length).toBe(inTheWay(other, [one]).length)
      }),
    )
  })

  test('they overlap exactly if the hours of some day’s slots do', () => {
    fc.assert(
      fc.property(anyHours, anyHours, (a, b) => {
        const one = owned({ id: 'a', ...a, type: 'physical' })
        const other = owned({ id: 'b', ...b, type: 'physical' })
        // minute by minute from the first day, the slow way
        const spans = (period: Hours) =>
          Array.from({ length: 1100 }, (_, n) => addDays(20260101, n)).flatMap((on, n) => {
            const weekday =
              new Date(Date.UTC(Math.floor(on / 10_000), (Math.floor(on / 100) % 100) - 1, on % 100)).getUTCDay() || 7
            const held =
              on >= period.startDate &&
              on <= period.endDate &&
              period.days.includes(weekday) &&
              !period.off?.some(({ from, to }) => from <= on && on <= to)
            const from = n * 1440 + Math.floor(period.startTime / 100) * 60 + (period.startTime % 100)
            return held ? [{ from, to: from + spanMinutes(period) }] : []
          })
        const [own, others] = [spans(a), spans(b)]
        const meets = own.some(({ from, to }) => others.some((of) => from < of.to && of.from < to))
        expect(inTheWay(one, [other]).length > 0).toBe(meets)
      }),
      { numRuns: 60 },
    )
  })
})
