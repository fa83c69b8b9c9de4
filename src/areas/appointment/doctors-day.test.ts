import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOf } from '../../../contract/kernel/time.ts'
import type { ShownBusy, ShownHours } from '../availability/queries.ts'
import { dayOf, slotsOfHours, stillFree } from '../availability/slot-days.ts'
import { meet } from './doctors-axis.ts'
import { dayOfDoctor, freeTimes, timesOf } from './doctors-day.ts'
import type { ShownVisit } from './queries.ts'
import { layDay } from './week-layout.ts'

const ZONE = 'Europe/Istanbul'
/** A Wednesday. */
const DAY = 20_261_118
const at = (time: number, date = DAY, zone = ZONE) => instantOf({ date, time }, zone)!
const iso = (epoch: number) => new Date(epoch).toISOString()
const hours = {
  id: 'h',
  doctorId: 'd',
  clinicId: 'c',
  type: 'physical',
  status: 'active',
  zone: ZONE,
  startDate: 20_261_101,
  endDate: 20_261_231,
  startTime: 900,
  endTime: 1100,
  days: [1, 2, 3, 4, 5],
  period: 20,
  price: 100,
  currency: 'try',
} as unknown as ShownHours
const visit = (id: string, from: number, to: number, more: Partial<ShownVisit> = {}) =>
  ({ id, start: iso(from), end: iso(to), duration: (to - from) / 60_000, status: 'waiting', ...more }) as ShownVisit
const busy = (from: number, to: number, more: Partial<ShownBusy> = {}) =>
  ({ id: `${from}`, doctorId: 'd', start: iso(from), end: iso(to), linkId: null, ...more }) as ShownBusy
const context = { day: DAY, zone: ZONE, now: at(700), clinicId: 'c' }
const none = { hours: [hours], busy: [], taken: [] }
const starts = (times: readonly { from: number }[]) => times.map(({ from }) => iso(from).slice(11, 16))

test('a doctor with hours or visits has a column, others have none', () => {
  expect(dayOfDoctor('d', none, [], context)).toMatchObject({
    open: [{ from: at(900), to: at(1100) }],
    isOff: false,
    visits: [],
  })
  expect(dayOfDoctor('d', none, [], { ...context, day: 20_261_121 })).toBeNull()
  expect(dayOfDoctor('d', none, [], { ...context, clinicId: 'other' })).toBeNull()
  const here = visit('v', at(1500), at(1520))
  expect(dayOfDoctor('d', { ...none, hours: [] }, [here], context)).toMatchObject({
    open: [],
    free: [],
    visits: [here],
  })
})

test('days off, and hours closed as a whole, are shown as off', () => {
  const off = { ...hours, off: [{ from: DAY, to: DAY }] }
  expect(dayOfDoctor('d', { ...none, hours: [off] }, [], context)).toMatchObject({ isOff: true, open: [], free: [] })
  const closed = [busy(at(800), at(1000)), busy(at(1000), at(1200))]
  expect(dayOfDoctor('d', { ...none, busy: closed }, [], context)).toMatchObject({ isOff: true, free: [] })
  expect(dayOfDoctor('d', { ...none, busy: [busy(at(800), at(1000))] }, [], context)).toMatchObject({ isOff: false })
})

test('hours past midnight appear in the evening and on the next morning (decision 0114)', () => {
  const night = { ...hours, startTime: 2200, endTime: 200, period: 60 }
  const column = dayOfDoctor('d', { ...none, hours: [night] }, [], { ...context, now: at(0) - 1 })
  expect(column?.open).toEqual([
    { from: at(0), to: at(200) },
    { from: at(2200), to: at(0, DAY + 1) },
  ])
  expect(column?.free.map(({ from }) => from)).toEqual([at(0), at(100), at(2200), at(2300)])
})

test('a free time is not taken, closed or past', () => {
  const taken = [visit('v', at(920), at(940)), visit('gone', at(940), at(1000), { status: 'cancelled' })]
  const elsewhere = busy(at(1020), at(1040), { clinicId: 'other' })
  const column = dayOfDoctor('d', { hours: [hours], busy: [busy(at(1000), at(1020)), elsewhere], taken }, taken, {
    ...context,
    now: at(910),
  })
  expect(starts(column!.free)).toEqual(['06:00', '06:40', '07:20', '07:40'])
})

test('a time of both types is offered once, in person', () => {
  const online = { ...hours, id: 'o', type: 'online', startTime: 1000, endTime: 1200 } as ShownHours
  const free = freeTimes([online, hours], [], [], context)
  expect(free.filter(({ type }) => type === 'online').map(({ from }) => from)).toEqual([at(1100), at(1120), at(1140)])
  expect(free).toHaveLength(9)
})

test('in another zone the times that fall into the day come from its own days', () => {
  const far = { ...hours, zone: 'America/New_York', startTime: 1600, endTime: 1900, period: 60 } as ShownHours
  // 16:00 in New York is midnight in İstanbul
  const free = freeTimes([far], [], [], { ...context, now: 0 })
  expect(free.map(({ from }) => from)).toEqual([at(0), at(100), at(200)])
})

const spans = fc.array(fc.tuple(fc.nat(280), fc.integer({ min: 1, max: 12 })), { maxLength: 30 })
const visitsOf = (drawn: readonly (readonly [number, number])[]) =>
  drawn.map(([from, length], i) => visit(`v${i}`, at(0) + from * 300_000, at(0) + (from + length) * 300_000))

test('for any bookings the free times are those that booking offers, and none overlap', () => {
  fc.assert(
    fc.property(
      spans,
      fc.constantFrom(10, 15, 20, 30),
      fc.constantFrom([900, 1700], [0, 2400], [2200, 600], [1930, 130]),
      (drawn, period, [startTime, endTime]) => {
        const its = { ...hours, period, startTime, endTime } as ShownHours
        const taken = visitsOf(drawn)
        const free = freeTimes([its], [], taken, context)
        const offered = stillFree(slotsOfHours([its], [DAY]), taken, [], context.now).filter(
          (slot) => dayOf(slot) === DAY,
        )
        expect(free.map(({ from }) => iso(from))).toEqual(offered.map(({ start }) => start))
        for (const [i, time] of free.entries()) expect(free.slice(i + 1).some((other) => meet(time, other))).toBe(false)
      },
    ),
  )
})

test('appointments of a column are all drawn or counted, and none covers another in its lane', () => {
  const axis = { from: at(0), to: at(0, DAY + 1) }
  fc.assert(
    fc.property(spans, (drawn) => {
      const visits = visitsOf(drawn).map(({ id, start, end }) => ({
        id,
        from: Date.parse(start),
        to: Math.min(axis.to, Date.parse(end)),
      }))
      const { placed, more } = layDay(visits, axis, 3)
      expect(placed.length + more.reduce((sum, { count }) => sum + count, 0)).toBe(visits.length)
      for (const [i, a] of placed.entries()) {
        expect([a.top >= 0, a.height > 0, a.top + a.height <= 1 + 1e-9, a.lane < a.lanes, a.lanes <= 3]).not.toContain(
          false,
        )
        for (const b of placed.slice(i + 1)) {
          if (!meet(a.visit, b.visit)) continue
          expect(a.lane).not.toBe(b.lane)
          expect(a.lanes).toBe(b.lanes)
        }
      }
    }),
  )
})

test('a skipped hour has no time, a repeated one has each time once (rule 5)', () => {
  const berlin = {
    ...hours,
    zone: 'Europe/Berlin',
    startDate: 20_260_101,
    startTime: 100,
    endTime: 400,
    period: 60,
    days: [7],
  } as ShownHours
  const on = (day: number) =>
    timesOf([berlin], { day, zone: 'Europe/Berlin' }).map(({ from }) => iso(from).slice(11, 16))
  expect(on(20_260_329)).toEqual(['00:00', '01:00'])
  expect(on(20_261_025)).toEqual(['23:00', '00:00', '02:00'])
})
