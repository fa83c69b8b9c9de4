import { expect, test } from 'vitest'
import { instantOf } from '../../../contract/kernel/time.ts'
import type { ShownBusy, ShownHours } from '../availability/queries.ts'
import { placeFor } from './doctors-place.ts'
import type { ShownVisit } from './queries.ts'

const ZONE = 'Europe/Istanbul'
const DAY = 20_261_118
const at = (time: number) => instantOf({ date: DAY, time }, ZONE)!
const iso = (epoch: number) => new Date(epoch).toISOString()
const hours = {
  id: 'h',
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
const visit = (id: string, time: number, more: Partial<ShownVisit> = {}) =>
  ({
    id,
    doctorId: 'd',
    clinicId: 'c',
    type: 'face-to-face',
    status: 'waiting',
    duration: 20,
    start: iso(at(time)),
    end: iso(at(time) + 20 * 60_000),
    ...more,
  }) as ShownVisit
const moving = visit('v', 900)
const time = {
  hours: [hours],
  busy: [{ start: iso(at(1040)), end: iso(at(1100)), linkId: null } as ShownBusy],
  taken: [moving, visit('other', 920), visit('gone', 940, { status: 'cancelled' })],
}
const context = { day: DAY, zone: ZONE, now: at(800) }
const desk = { type: 'clinic' as const }
const admin = { type: 'admin' as const }
const to = (start: number, overrides: readonly string[] | null, minutes = 20) => ({
  kind: 'time',
  from: at(start),
  to: at(start) + minutes * 60_000,
  overrides,
})

test.each([
  ['its own time is no move', 'd', 903, desk, { kind: 'same' }],
  ['the same time of another doctor is one', 'e', 903, desk, to(900, null)],
  ['a little before a time means it', 'd', 953, desk, to(1000, null)],
  ['a little after a time means it', 'd', 1008, desk, to(1000, null)],
  ['what was called off takes no time', 'd', 941, desk, to(940, null)],
  ['beside another: the desk is asked', 'd', 921, desk, to(920, ['squeeze_in'])],
  ['a closed time: the desk is asked', 'd', 1041, desk, to(1040, ['off_hours'])],
  ['outside of hours, to five minutes: the desk is asked', 'd', 1433, desk, to(1435, ['off_hours'])],
  ['beside another: an admin is refused', 'd', 921, admin, { kind: 'none', why: 'slot_taken' }],
  ['a closed time: an admin is refused', 'd', 1041, admin, { kind: 'none', why: 'closed' }],
  ['outside of hours: an admin is refused', 'd', 1433, admin, { kind: 'none', why: 'slot_outside' }],
] as const)('%s', (_, doctor, dropped, who, place) => {
  expect(placeFor(moving, doctor, at(dropped), time, who, context)).toEqual(place)
})

test('a past time needs a desk’s confirmation, and is refused to an admin', () => {
  const late = { ...context, now: at(1030) }
  expect(placeFor(moving, 'd', at(1000), time, desk, late)).toEqual(to(1000, ['past']))
  expect(placeFor(moving, 'd', at(1000), time, admin, late)).toEqual({ kind: 'none', why: 'slot_past' })
  expect(placeFor(moving, 'd', at(1000), time, desk, { ...context, now: at(1000) + 40 * 86_400_000 })).toEqual({
    kind: 'none',
    why: 'slot_past',
  })
})

test('without hours of that type there is no price, and no such time', () => {
  const online = visit('o', 900, { type: 'online' })
  expect(placeFor(online, 'd', at(1000), time, desk, context)).toEqual({ kind: 'none', why: 'no_hours' })
  expect(placeFor(moving, 'e', at(1000), { ...time, hours: [] }, desk, context)).toEqual({
    kind: 'none',
    why: 'no_hours',
  })
})

test('a longer visit keeps its length, and the desk is asked again', () => {
  const longer = visit('l', 900, { duration: 40, overrides: ['longer'] })
  expect(placeFor(longer, 'd', at(1000), time, desk, context)).toEqual(to(1000, ['longer'], 40))
  // a visit at its own time keeps one, although that breaks no rule
  const other = visit('m', 900, { duration: 20, overrides: ['longer'] })
  expect(placeFor(other, 'd', at(1007), time, desk, context)).toEqual(to(1005, []))
})

test('a doctor does not hand over visits, and a doctor’s own practice has no other doctor (decision 0131)', () => {
  expect(placeFor(moving, 'e', at(1000), time, { type: 'doctor' }, context)).toEqual({ kind: 'none', why: 'stays' })
  const own = visit('p', 900, { clinicId: null })
  expect(placeFor(own, 'e', at(1000), time, desk, context)).toEqual({ kind: 'none', why: 'stays' })
})
