import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { slotsOn } from '../availability/availability.rules.ts'
import { addDays, wallOf } from '../kernel/time.ts'
import { closedTimeOf, closuresAt, outsideClosures, spanOfClosure, whyNotClosure } from './closure.rules.ts'

const ZONE = 'Europe/Berlin'
const HOUR = 3_600_000
const iso = (at: number) => new Date(at).toISOString()
const length = ({ start, end }: { start: string; end: string }) => Date.parse(end) - Date.parse(start)

describe('a closure on the clinic’s clock', () => {
  test('a day of 23 or 25 hours is closed as a whole', () => {
    const day = (date: number) => length(spanOfClosure({ kind: 'days', from: date, to: date }, ZONE)!) / HOUR
    expect([day(20260328), day(20260329), day(20261025)]).toEqual([24, 23, 25])
    expect(spanOfClosure({ kind: 'days', from: 20261224, to: 20261226 }, ZONE)).toEqual({
      start: '2026-12-23T23:00:00.000Z',
      end: '2026-12-26T23:00:00.000Z',
    })
  })

  test('a time that the clocks skip is the one after the change; 24:00 is the end of the day', () => {
    const from = { date: 20260329, time: 230 }
    expect(spanOfClosure({ kind: 'hours', from, to: { date: 20260329, time: 2400 } }, ZONE)).toEqual({
      start: '2026-03-29T01:30:00.000Z',
      end: '2026-03-29T22:00:00.000Z',
    })
  })

  test('one that ends before it begins, or takes more than a year, is none', () => {
    const at = (date: number, time: number) => ({ date, time })
    expect(spanOfClosure({ kind: 'hours', from: at(20260401, 900), to: at(20260401, 900) }, ZONE)).toBeNull()
    expect(spanOfClosure({ kind: 'days', from: 20260402, to: 20260401 }, ZONE)).toBeNull()
    expect(spanOfClosure({ kind: 'days', from: 20260401, to: 20270401 }, ZONE)).not.toBeNull()
    expect(spanOfClosure({ kind: 'days', from: 20260401, to: 20270402 }, ZONE)).toBeNull()
    expect(whyNotClosure({ start: iso(0), end: iso(367 * 24 * HOUR) })).toBe('end_time_invalid')
  })
})

/** Days around both clock changes of Berlin. */
const date = fc.oneof(
  fc.integer({ min: -2, max: 2 }).map((n) => addDays(20260329, n)),
  fc.integer({ min: -2, max: 2 }).map((n) => addDays(20261025, n)),
)
const time = fc.integer({ min: 0, max: 287 }).map((n) => Math.floor(n / 12) * 100 + (n % 12) * 5)
const closure = fc
  .record({
    from: date,
    time,
    minutes: fc.integer({ min: 1, max: 600 }).map((n) => n * 5),
    clinicId: fc.constantFrom('a', 'b'),
  })
  .map(({ from, time: at, minutes, clinicId }) => {
    const start = Date.parse(
      spanOfClosure({ kind: 'hours', from: { date: from, time: at }, to: { date: addDays(from, 3), time: 0 } }, ZONE)!
        .start,
    )
    return { start: iso(start), end: iso(start + minutes * 60_000), clinicId }
  })

describe('slots and closures', () => {
  test('a slot is offered if no minute of it is in a closure of its clinic, also across a clock change', () => {
    fc.assert(
      fc.property(
        date,
        fc.constantFrom(15, 20, 45, 90),
        fc.array(closure, { maxLength: 4 }),
        (day, period, closures) => {
          const hours = {
            startDate: 20260101,
            endDate: 20261231,
            startTime: 2200,
            endTime: 900,
            period,
            type: 'physical' as const,
            days: [1, 2, 3, 4, 5, 6, 7],
          }
          const slots = slotsOn(hours, day, ZONE).flatMap(({ start, end }) =>
            ['a', 'b', null].map((clinicId) => ({ start: iso(start), end: iso(end), clinicId })),
          )
          const isOpenAt = (at: number, clinicId: string | null) =>
            !closures.some(
              (each) => each.clinicId === clinicId && at >= Date.parse(each.start) && at < Date.parse(each.end),
            )
          const expected = slots.filter(({ start, end, clinicId }) => {
            for (let at = Date.parse(start); at < Date.parse(end); at += 60_000)
              if (!isOpenAt(at, clinicId)) return false
            return true
          })
          expect(outsideClosures(slots, closures)).toEqual(expected)
          // each slot is on the day asked for, so that the days of the change were tried
          for (const { start } of slots) expect(wallOf(Date.parse(start), ZONE).date).toBe(day)
        },
      ),
    )
  })

  test('what begins when the clinic opens, and what ends when it closes, is not in it', () => {
    const closed = { clinicId: 'a', start: '2026-12-24T12:00:00.000Z', end: '2026-12-24T14:00:00.000Z' }
    const at = (start: string, end: string, clinicId: string | null = 'a') =>
      closuresAt([closed], { start: `2026-12-24T${start}:00.000Z`, end: `2026-12-24T${end}:00.000Z`, clinicId }).length
    expect([at('11:40', '12:00'), at('14:00', '14:20')]).toEqual([0, 0])
    expect([at('11:50', '12:10'), at('13:50', '14:10'), at('11:00', '15:00')]).toEqual([1, 1, 1])
    expect([at('12:20', '12:40', 'b'), at('12:20', '12:40', null)]).toEqual([0, 0])
  })

  test('to a doctor’s calendar it is a closed time of the clinic alone, which the doctor does not open', () => {
    const its = { id: 'c', version: 3, clinicId: 'a', name: 'Bayram', start: iso(0), end: iso(HOUR) }
    expect(closedTimeOf(its, 'd')).toEqual({
      id: 'c',
      version: 3,
      doctorId: 'd',
      start: iso(0),
      end: iso(HOUR),
      title: 'Bayram',
      linkId: null,
      clinicId: 'a',
      mine: false,
    })
  })
})
