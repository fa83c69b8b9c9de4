import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { addDays, dayBounds, instantOf, isDate, offsetOf, wallOf, weekdayOf } from './time.ts'

const zones = [
  'Europe/Istanbul',
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
]
const zone = fc.constantFrom(...zones)
const instant = fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2040, 0) })

describe('wall time and instants, against Temporal', () => {
  test('wallOf equals Temporal’s wall clock in every zone', () => {
    fc.assert(
      fc.property(instant, zone, (at, in_) => {
        const z = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(in_)
        expect(wallOf(at, in_)).toEqual({ date: z.year * 10000 + z.month * 100 + z.day, time: z.hour * 100 + z.minute })
      }),
    )
  })

  test('also around a clock change, in either direction', () => {
    const moves = zones.flatMap((in_) => {
      const found: { at: number; in_: string }[] = []
      let at = Temporal.Instant.fromEpochMilliseconds(Date.UTC(2015, 0)).toZonedDateTimeISO(in_)
      for (let n = 0; n < 20; n++) {
        const next = at.getTimeZoneTransition('next')
        if (!next) break
        found.push({ at: next.epochMilliseconds, in_ })
        at = next
      }
      return found
    })
    expect(moves.length).toBeGreaterThan(80)
    const around = fc.integer({ min: -26 * 60, max: 26 * 60 })
    fc.assert(
      fc.property(fc.constantFrom(...moves), around, ({ at, in_ }, minutes) => {
        const then = at + minutes * 60_000 - 1
        const z = Temporal.Instant.fromEpochMilliseconds(then).toZonedDateTimeISO(in_)
        expect(wallOf(then, in_)).toEqual({
          date: z.year * 10000 + z.month * 100 + z.day,
          time: z.hour * 100 + z.minute,
        })
        expect(offsetOf(then, in_)).toBe(z.offsetNanoseconds / 1e6)
      }),
      { numRuns: 1000 },
    )
  })

  test('rule 5: instantOf takes the first of a repeated time, and none for a skipped one', () => {
    fc.assert(
      fc.property(instant, zone, (at, in_) => {
        const wall = wallOf(at, in_)
        const plain = Temporal.PlainDateTime.from({
          year: Math.floor(wall.date / 10000),
          month: Math.floor(wall.date / 100) % 100,
          day: wall.date % 100,
          hour: Math.floor(wall.time / 100),
          minute: wall.time % 100,
        })
        expect(instantOf(wall, in_)).toBe(plain.toZonedDateTime(in_, { disambiguation: 'earlier' }).epochMilliseconds)
      }),
    )
    expect(instantOf({ date: 20270328, time: 230 }, 'Europe/Berlin')).toBeNull()
    expect(instantOf({ date: 20261025, time: 230 }, 'Europe/Berlin')).toBe(Date.UTC(2026, 9, 25, 0, 30))
    expect(instantOf({ date: 20260308, time: 230 }, 'America/New_York')).toBeNull()
  })

  test('rule 4: a day is as long as it is in its zone', () => {
    const hours = (date: number, in_: string) => (dayBounds(date, in_).to - dayBounds(date, in_).from) / 3_600_000
    expect([
      hours(20270328, 'Europe/Berlin'),
      hours(20261025, 'Europe/Berlin'),
      hours(20261121, 'Europe/Istanbul'),
    ]).toEqual([23, 25, 24])
  })

  test('counting days works over months, years and leap days', () => {
    expect([addDays(20261231, 1), addDays(20280228, 1), addDays(20270301, -1)]).toEqual([20270101, 20280229, 20270228])
    expect([weekdayOf(20261121), weekdayOf(20261122), weekdayOf(20261123)]).toEqual([6, 7, 1])
    expect([isDate(20260230), isDate(20280229), isDate(20261301)]).toEqual([false, true, false])
  })
})
