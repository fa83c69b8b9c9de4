import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOfSlots, inTheWay, slotTimes, slotsOn, whyNotHours, type Hours } from './availability.rules.ts'
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
  endTime: time,
  period: fc.integer({ min: 5, max: 480 }),
  type: fc.constantFrom('online', 'physical'),
  days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
})

describe('slots of a day (rule 6)', () => {
  test('start, start + period, … while they end by the end; the rest is unused and shown', () => {
    expect(slotTimes(hours)).toEqual([900, 925, 950, 1015, 1040, 1105, 1130])
    expect(dayOfSlots(hours)).toEqual({ count: 7, lastEnds: 1155, unused: 5 })
  })

  test('count, end and rest add up to the whole', () => {
    fc.assert(
      fc.property(anyHours, (any) => {
        const { count, unused } = dayOfSlots(any)
        const minutes = (at: number) => Math.floor(at / 100) * 60 + (at % 100)
        const whole = minutes(any.endTime) - minutes(any.startTime)
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

  test('not before the first day, after the last, or on another weekday', () => {
    expect(slotsOn(hours, 20251231, 'Europe/Istanbul')).toEqual([])
    expect(slotsOn(hours, 20270101, 'Europe/Istanbul')).toEqual([])
    expect(slotsOn(hours, 20260704, 'Europe/Istanbul')).toEqual([])
    expect(slotsOn(hours, 20260706, 'Europe/Istanbul')).toHaveLength(7)
  })
})

describe('hours that can be', () => {
  test.each([
    ['end before they start', { startTime: 1200, endTime: 900 }, 'end_time_invalid'],
    ['cross midnight', { startTime: 2200, endTime: 200 }, 'end_time_invalid'],
    ['hold not one period', { startTime: 900, endTime: 920 }, 'end_time_invalid'],
    ['end on an earlier day', { startDate: 20261231, endDate: 20260101 }, 'end_date_invalid'],
    ['are fine', {}, null],
  ] as const)('%s', (_, change, why) => expect(whyNotHours({ ...hours, ...change })).toBe(why))
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

  test('on two clocks: stands wherever a slot of one shares an instant with a slot of the other', () => {
    const zones = ['Europe/Istanbul', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Auckland']
    // a few weeks around the days on which clocks are moved
    const days = [20260320, 20261020].flatMap((from) => Array.from({ length: 14 }, (_, n) => addDays(from, n)))
    const slots = (its: ReturnType<typeof owned>) =>
      days.flatMap((day) => slotsOn({ ...its, period: 30 }, day, its.zone))
    fc.assert(
      fc.property(anyHours, anyHours, fc.constantFrom(...zones), fc.constantFrom(...zones), (a, b, zone, at) => {
        const [one, other] = [owned({ ...a, zone }), owned({ id: 'b', ...b, type: a.type, zone: at })]
        const others = slots(other)
        const meets = slots(one).some((slot) => others.some(({ start, end }) => start < slot.end && slot.start < end))
        // the other way round a slot may be none where the clocks skip it
        expect(!meets || inTheWay(one, [other]).length === 1).toBe(true)
      }),
      { numRuns: 15 },
    )
  })

  test('is the same from both sides', () => {
    fc.assert(
      fc.property(anyHours, anyHours, (a, b) => {
        const one = owned({ id: 'a', ...a })
        const other = owned({ id: 'b', ...b })
        expect(inTheWay(one, [other]).length).toBe(inTheWay(other, [one]).length)
      }),
    )
  })

  test('stands exactly where some day has two slots’ hours that meet', () => {
    fc.assert(
      fc.property(anyHours, anyHours, (a, b) => {
        const one = owned({ id: 'a', ...a, type: 'physical' })
        const other = owned({ id: 'b', ...b, type: 'physical' })
        const meets =
          a.startTime < b.endTime &&
          b.startTime < a.endTime &&
          Array.from({ length: 701 }, (_, n) => addDays(20260101, n)).some((on) =>
            [a, b].every(({ startDate, endDate, days }) => {
              const weekday =
                new Date(Date.UTC(Math.floor(on / 10_000), (Math.floor(on / 100) % 100) - 1, on % 100)).getUTCDay() || 7
              return on >= startDate && on <= endDate && days.includes(weekday)
            }),
          )
        expect(inTheWay(one, [other]).length > 0).toBe(meets)
      }),
      { numRuns: 60 },
    )
  })
})
