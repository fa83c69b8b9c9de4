import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { askAt, remindAt } from './reminder.rules.ts'
import { instantOf, wallOf } from '../kernel/time.ts'

const ISTANBUL = 'Europe/Istanbul'
const NIGHT = { from: 2100, to: 800 }
const at = (date: number, time: number, zone = ISTANBUL) => instantOf({ date, time }, zone)!

describe('when a reminder is sent (rules 63, 65)', () => {
  test('it is sent the set hours before, by mail at any hour', () => {
    expect(remindAt(at(20261125, 930), 2, ISTANBUL, null)).toBe(at(20261125, 730))
    expect(remindAt(at(20261125, 1400), 24, ISTANBUL, NIGHT)).toBe(at(20261124, 1400))
  })

  test('an SMS due at night is sent on the evening before', () => {
    expect(remindAt(at(20261125, 930), 2, ISTANBUL, NIGHT)).toBe(at(20261124, 2059))
    expect(remindAt(at(20261125, 2200), 1, ISTANBUL, NIGHT)).toBe(at(20261125, 2059))
    expect(remindAt(at(20261125, 1000), 2, ISTANBUL, NIGHT)).toBe(at(20261125, 800))
  })

  test('nights with a clock change count as nights too', () => {
    const berlin = 'Europe/Berlin'
    expect(remindAt(at(20261025, 900, berlin), 2, berlin, NIGHT)).toBe(at(20261024, 2059, berlin))
    expect(remindAt(at(20270328, 900, berlin), 2, berlin, NIGHT)).toBe(at(20270327, 2059, berlin))
  })

  test('law: never within the quiet hours, never later than requested, and as late as possible', () => {
    const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map(([h, m]) => h * 100 + m)
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2029, 0) }),
        fc.integer({ min: 1, max: 336 }),
        fc.constantFrom('Europe/Istanbul', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'),
        time,
        time,
        (start, hours, zone, from, to) => {
          const due = start - hours * 3_600_000
          const goes = remindAt(start, hours, zone, { from, to })
          const quiet = (instant: number) => {
            const now = wallOf(instant, zone).time
            return from < to ? now >= from && now < to : from > to && (now >= from || now < to)
          }
          expect(goes).toBeLessThanOrEqual(due)
          expect(quiet(goes)).toBe(false)
          expect(goes === due || quiet(goes + 60_000)).toBe(true)
        },
      ),
    )
  })
})

describe('when a patient is asked about a visit (rule 68)', () => {
  test('two hours after completion; an SMS goes before the night, or after it if the visit ended at night', () => {
    expect(askAt(at(20261125, 930), ISTANBUL, NIGHT)).toBe(at(20261125, 1130))
    expect(askAt(at(20261125, 2000), ISTANBUL, null)).toBe(at(20261125, 2200))
    expect(askAt(at(20261125, 2000), ISTANBUL, NIGHT)).toBe(at(20261125, 2059))
    expect(askAt(at(20261125, 2130), ISTANBUL, NIGHT)).toBe(at(20261126, 800))
    expect(askAt(at(20261126, 700), ISTANBUL, NIGHT)).toBe(at(20261126, 900))
  })

  test('law: never before the completion, never within the quiet hours', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2029, 0) }), (completed) => {
        const asked = askAt(completed, ISTANBUL, NIGHT)
        const { time } = wallOf(asked, ISTANBUL)
        expect(asked).toBeGreaterThanOrEqual(completed)
        expect(time >= 2100 || time < 800).toBe(false)
      }),
    )
  })
})
