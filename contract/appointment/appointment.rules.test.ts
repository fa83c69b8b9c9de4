import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isToClose,
  isUnconfirmed,
  shareOf,
  stateOf,
  transferDeadline,
  whyNotArrive,
  whyNotCancel,
  whyNotComplete,
  whyNotConfirm,
  whyNotEdit,
  whyNotMove,
  whyNotNoShow,
  whyNotReopen,
  whyNotThen,
  whyNotTransfer,
  whyNotUnarrive,
  type VisitFacts,
} from './appointment.rules.ts'
import { ROLES } from '../kernel/call.ts'
import { instantOf } from '../kernel/time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const START = Date.parse('2026-11-23T09:00:00.000Z')
const iso = (at: number) => new Date(at).toISOString()
const visit = (facts: Partial<VisitFacts> = {}): VisitFacts => ({
  status: 'waiting',
  start: iso(START),
  end: iso(START + 20 * MINUTE),
  arrivedAt: null,
  noShowAt: null,
  moves: 0,
  ...facts,
})
const arrived = visit({ arrivedAt: iso(START - 10 * MINUTE) })
const by = (type: (typeof ROLES)[number]) => ({ type })
const [admin, clinic, doctor, patient] = ROLES.map(by) as [
  ReturnType<typeof by>,
  ReturnType<typeof by>,
  ReturnType<typeof by>,
  ReturnType<typeof by>,
] // four roles

describe('rule 24: completed and cancelled are final, for every act and every role', () => {
  const acts = {
    complete: whyNotComplete,
    move: whyNotMove,
    arrive: whyNotArrive,
    unarrive: whyNotUnarrive,
    noShow: whyNotNoShow,
    confirm: whyNotConfirm,
    cancel: (...[of, who, now]: Parameters<typeof whyNotComplete>) => whyNotCancel(of, who, now, 'a reason'),
  }
  test.each(Object.entries(acts))('%s', (_, whyNot) => {
    for (const role of ROLES)
      for (const now of [START - 100 * DAY, START, START + 100 * DAY]) {
        expect(whyNot(visit({ status: 'completed' }), by(role), now)).toBe('already_completed')
        expect(whyNot(visit({ status: 'cancelled', arrivedAt: iso(START) }), by(role), now)).toBe('already_cancelled')
      }
  })
})

describe('decision 0149: who is asked to confirm', () => {
  const open = { ...visit(), confirmedAt: null }
  test.each([
    ['two days before', START - 2 * DAY, open, true],
    ['a millisecond earlier', START - 2 * DAY - 1, open, false],
    ['a millisecond before it begins', START - 1, open, true],
    ['once it has begun', START, open, false],
    ['who has confirmed', START - HOUR, { ...open, confirmedAt: iso(START - DAY) }, false],
    ['who is here', START - HOUR, { ...open, arrivedAt: iso(START - HOUR) }, false],
    ['of a cancelled one', START - HOUR, { ...open, status: 'cancelled' as const }, false],
  ])('%s', (_, now, of, is) => expect(isUnconfirmed(of, now)).toBe(is))
})

test.each([
  ['16 minutes before', START - 16 * MINUTE, 'too_early'],
  ['a millisecond before the fifteenth minute', START - 15 * MINUTE - 1, 'too_early'],
  ['15 minutes before', START - 15 * MINUTE, null],
  ['while it runs', START + 5 * MINUTE, null],
  ['40 days later, from a device that was offline (rule 104)', START + 40 * DAY, null],
] as const)('rule 26: completing %s', (_, now, why) => {
  for (const role of [admin, clinic, doctor]) expect(whyNotComplete(visit(), role, now)).toBe(why)
})

test.each([
  ['25 hours before', patient, START - 25 * HOUR, undefined, visit(), null],
  ['24 hours before, to the millisecond', patient, START - 24 * HOUR, undefined, visit(), null],
  ['a millisecond later', patient, START - 24 * HOUR + 1, undefined, visit(), 'cancel_window'],
  ['after the start', patient, START + HOUR, undefined, visit(), 'cancel_window'],
  ['days before, but after arrival', patient, START - 3 * DAY, undefined, arrived, 'arrived_already'],
  ['by the desk with a reason, a minute before', clinic, START - MINUTE, 'Doctor is ill', visit(), null],
  ['by the desk after arrival', clinic, START, 'Went home', arrived, null],
  ['by the doctor without a reason', doctor, START - DAY, undefined, visit(), 'reason_required'],
  ['by the doctor with nothing said', doctor, START - DAY, '  \n ', visit(), 'reason_required'],
  ['by an admin with null', admin, START - DAY, null, visit(), 'reason_required'],
  ['by an admin a year later', admin, START + 365 * DAY, 'Entered twice', visit(), null],
] as const)('rule 27: cancelling %s', (_, who, now, reason, of, why) => {
  expect(whyNotCancel(of, who, now, reason)).toBe(why)
})

test.each([
  ['a patient a day and more before', patient, START - 25 * HOUR, visit(), null],
  ['a patient within the day', patient, START - 23 * HOUR, visit(), 'cancel_window'],
  ['a patient a second time', patient, START - 3 * DAY, visit({ moves: 1 }), null],
  ['a patient a third time', patient, START - 3 * DAY, visit({ moves: 2 }), 'move_limit'],
  ['a patient who is here', patient, START - 3 * DAY, arrived, 'arrived_already'],
  ['the desk, however often it was moved', clinic, START - MINUTE, visit({ moves: 9 }), null],
  ['the doctor after the start', doctor, START + HOUR, visit(), null],
] as const)('rule 28: moving, %s', (_, who, now, of, why) => {
  expect(whyNotMove(of, who, now)).toBe(why)
})

test.each([
  ['within the hour', { completedAt: iso(START) }, START + HOUR, null],
  ['a millisecond later', { completedAt: iso(START) }, START + HOUR + 1, 'reopen_too_late'],
  ['after the share was paid out', { completedAt: iso(START), earnStatus: 'completed' }, START, 'earn_done'],
  ['of one that waits', { status: 'waiting', completedAt: null }, START, 'not_completed'],
  ['of one that was cancelled', { status: 'cancelled', completedAt: null }, START, 'already_cancelled'],
] as const)('decision 0060: undoing a completion %s', (_, of, now, why) => {
  for (const role of [admin, clinic, doctor])
    expect(whyNotReopen({ status: 'completed', earnStatus: 'waiting', ...of }, role, now)).toBe(why)
})

test('decision 0060: no one completes a no-show, and it does not have to be closed', () => {
  const missed = visit({ noShowAt: iso(START + HOUR) })
  for (const role of [admin, clinic, doctor]) expect(whyNotComplete(missed, role, START + DAY)).toBe('no_show_marked')
  expect(isToClose(missed, START + 9 * DAY)).toBe(false)
  expect(isToClose(visit(), START + 9 * DAY)).toBe(true)
})

describe('rule 25, 30: arrived and no-show are marks', () => {
  test('a visit can be marked as arrived once and unmarked once', () => {
    expect(whyNotArrive(visit(), clinic, START)).toBeNull()
    expect(whyNotArrive(arrived, clinic, START)).toBe('arrived_already')
    expect(whyNotUnarrive(arrived, clinic, START)).toBeNull()
    expect(whyNotUnarrive(visit(), clinic, START)).toBe('not_arrived')
    // a patient marked as a no-show may still come
    expect(whyNotArrive(visit({ noShowAt: iso(START + HOUR) }), clinic, START + HOUR)).toBeNull()
  })
  test.each([
    ['before the start', START - MINUTE, visit(), 'no_show_early'],
    ['a millisecond before the fifteenth minute', START + 15 * MINUTE - 1, visit(), 'no_show_early'],
    ['15 minutes after the start', START + 15 * MINUTE, visit(), null],
    ['of someone who is here', START + HOUR, arrived, 'arrived_already'],
  ] as const)('no-show %s', (_, now, of, why) => {
    expect(whyNotNoShow(of, clinic, now)).toBe(why)
  })
})

test('staff may add notes to a completed visit, no one to a cancelled one', () => {
  for (const who of [admin, clinic, doctor]) {
    expect(whyNotEdit(visit({ status: 'completed' }), who, START)).toBeNull()
    expect(whyNotEdit(visit({ status: 'cancelled' }), who, START)).toBe('already_cancelled')
  }
  expect(whyNotEdit(visit(), patient, START)).toBeNull()
  expect(whyNotEdit(visit({ status: 'completed' }), patient, START)).toBe('permission_denied')
})

test.each([
  ['a patient, 59 minutes ahead', patient, 59 * MINUTE, 'slot_too_soon'],
  ['a patient, an hour ahead', patient, HOUR, null],
  ['a patient, now', patient, 0, 'slot_past'],
  ['a patient, one that runs', patient, -MINUTE, 'slot_past'],
  ['a patient, 90 days ahead', patient, 90 * DAY, null],
  ['a patient, a millisecond beyond', patient, 90 * DAY + 1, 'slot_too_far'],
  ['the desk, now', clinic, 0, null],
  ['the desk, one already running', clinic, -19 * MINUTE, null],
  ['the desk, one that ends now', clinic, -20 * MINUTE, 'slot_past'],
  ['the doctor, one of yesterday', doctor, -DAY, 'slot_past'],
  ['the desk, a year ahead', clinic, 365 * DAY, null],
] as const)('rule 9: a slot for %s', (_, who, ahead, why) => {
  const slot = { start: iso(START + ahead), end: iso(START + ahead + 20 * MINUTE) }
  expect(whyNotThen(slot, who, START)).toBe(why)
})

test.each([
  ['3 h 59 ahead', 4 * HOUR - 1, 'transfer_too_late', null],
  ['4 hours ahead', 4 * HOUR, null, 2 * HOUR],
  ['49 hours ahead: until 2 hours before', 49 * HOUR, null, 47 * HOUR],
  ['50 hours ahead: both the same', 50 * HOUR, null, 48 * HOUR],
  ['a month ahead: 48 hours', 30 * DAY, null, 48 * HOUR],
] as const)('rule 18: a transfer for a visit %s', (_, ahead, why, kept) => {
  const start = iso(START + ahead)
  expect(whyNotTransfer(start, START)).toBe(why)
  expect(why ?? Date.parse(transferDeadline(start, START)) - START).toBe(why ?? kept)
})

describe('daylight saving: durations are real hours, whatever the wall clock shows (rules 1, 5)', () => {
  const wall = (date: number, time: number, zone: string) => instantOf({ date, time }, zone)!
  test.each([
    // the night has 23 hours: ten o'clock the day before is 23 hours away
    ['spring in Berlin', 'Europe/Berlin', [20270328, 1000], [20270327, 1000], 'cancel_window'],
    ['spring in Berlin, an hour sooner', 'Europe/Berlin', [20270328, 1000], [20270327, 900], null],
    // the night has 25 hours
    ['autumn in Berlin', 'Europe/Berlin', [20261025, 1000], [20261024, 1100], null],
    ['autumn in Berlin, a minute later', 'Europe/Berlin', [20261025, 1000], [20261024, 1101], 'cancel_window'],
    ['spring in New York', 'America/New_York', [20270314, 900], [20270313, 900], 'cancel_window'],
    ['Istanbul knows neither', 'Europe/Istanbul', [20270328, 1000], [20270327, 1000], null],
  ] as const)('rule 27 in %s', (_, zone, [date, time], [onDate, at], why) => {
    const of = visit({ start: iso(wall(date, time, zone)), end: iso(wall(date, time, zone) + 20 * MINUTE) })
    expect(whyNotCancel(of, patient, wall(onDate, at, zone), null)).toBe(why)
    expect(whyNotMove(of, patient, wall(onDate, at, zone))).toBe(why)
  })
  test('rule 26: a visit in the repeated hour may be completed from 15 minutes before its own instant', () => {
    const first = wall(20261025, 230, 'Europe/Berlin')
    const of = visit({ start: iso(first), end: iso(first + 20 * MINUTE) })
    expect(whyNotComplete(of, doctor, first - 15 * MINUTE)).toBeNull()
    expect(whyNotComplete({ ...of, start: iso(first + HOUR) }, doctor, first - 15 * MINUTE)).toBe('too_early')
  })
  test('rule 9: the horizon is ninety times 24 hours, also over a clock change', () => {
    const now = wall(20261020, 1000, 'Europe/Berlin')
    const far = wall(20270118, 900, 'Europe/Berlin')
    expect(whyNotThen({ start: iso(far), end: iso(far + HOUR) }, patient, now)).toBeNull()
    expect(whyNotThen({ start: iso(far + 1), end: iso(far + HOUR) }, patient, now)).toBe('slot_too_far')
  })
})

test.each([
  ['waiting', visit(), START, 'waiting'],
  ['here', arrived, START, 'arrived'],
  ['not come', visit({ noShowAt: iso(START + HOUR) }), START + 2 * HOUR, 'no-show'],
  ['not come, and days ago', visit({ noShowAt: iso(START + HOUR) }), START + 9 * DAY, 'no-show'],
  ['24 hours after its end', visit(), START + 20 * MINUTE + DAY, 'waiting'],
  ['a millisecond later (rule 29)', visit(), START + 20 * MINUTE + DAY + 1, 'to-close'],
  ['here, but never closed', arrived, START + 3 * DAY, 'to-close'],
  ['completed', visit({ status: 'completed' }), START + 9 * DAY, 'completed'],
  ['cancelled', visit({ status: 'cancelled', arrivedAt: iso(START) }), START, 'cancelled'],
] as const)('a visit that is %s has one status word', (_, of, now, state) => {
  expect(stateOf(of, now)).toBe(state)
})

describe('rule 33: commission and earning, minor units, half up', () => {
  test.each([
    [10_000, 'ratio', 15, 1500],
    [9_999, 'ratio', 15, 1500],
    [3, 'ratio', 50, 2],
    [1, 'ratio', 50, 1],
    [10_000, 'ratio', 100, 10_000],
    [10_000, 'ratio', 0, 0],
    [10_000, 'amount', 2_500, 2_500],
    [2_000, 'amount', 2_500, 2_000],
    [10_000, null, 99, 0],
    [0, 'amount', 5, 0],
  ] as const)('%s at %s %s keeps %s', (price, type, value, kept) => {
    expect(shareOf(price, { type, value })).toEqual({ commission: kept, earn: price - kept })
  })
  test('neither is negative, and the two always add up to the price', () => {
    fc.assert(
      fc.property(fc.nat(100_000_000), fc.constantFrom('ratio', 'amount', null), fc.nat(200), (price, type, value) => {
        const { commission, earn } = shareOf(price, { type, value })
        expect([commission + earn, Number.isInteger(commission), commission >= 0, earn >= 0]).toEqual([
          price,
          true,
          true,
          true,
        ])
      }),
    )
  })
})
