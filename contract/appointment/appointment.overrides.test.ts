import { describe, expect, test } from 'vitest'
import { isNow, mayOverride, overridesFor, PAST_DAYS, whyNotOverride } from './appointment.overrides.ts'
import { appointmentEffects } from './appointment.effects.ts'
import type { Appointment } from './appointment.ts'
import { marksAfterMove } from './appointment.rules.ts'

const MINUTE = 60_000
const START = Date.parse('2026-11-23T09:00:00.000Z')
const iso = (at: number) => new Date(at).toISOString()
const span = (minutes = 20) => ({ start: iso(START), end: iso(START + minutes * MINUTE) })
const free = { taken: false, open: true, period: 20 }

describe('which rules a time breaks (decision 0138)', () => {
  test.each([
    ['none', span(), free, START, []],
    ['none, of a time that has begun', span(), free, START + 19 * MINUTE, []],
    ['the past, with its last minute', span(), free, START + 20 * MINUTE, ['past']],
    ['somebody’s time', span(), { ...free, taken: true }, START, ['squeeze_in']],
    ['longer than the step', span(21), free, START, ['longer']],
    ['outside the hours there is no step', span(60), { ...free, open: false }, START, ['off_hours']],
    [
      'all at once',
      span(),
      { ...free, taken: true, open: false },
      START + 60 * MINUTE,
      ['past', 'squeeze_in', 'off_hours'],
    ],
  ] as const)('%s', (_, at, facts, now, needed) => expect(overridesFor(at, facts, now)).toEqual(needed))

  test('the first rule without a confirmed override refuses; more than a month back no override helps', () => {
    expect(whyNotOverride(span(), ['past', 'squeeze_in'], ['past'], START)).toBe('slot_taken')
    expect(whyNotOverride(span(), ['past', 'squeeze_in'], ['squeeze_in', 'past'], START)).toBeNull()
    expect(whyNotOverride(span(), ['longer'], [], START)).toBe('slot_outside')
    const late = START + PAST_DAYS * 24 * 60 * MINUTE
    expect(whyNotOverride(span(), ['past'], ['past'], late)).toBeNull()
    expect(whyNotOverride(span(), ['past'], ['past'], late + 1)).toBe('slot_past')
  })

  test('a time counts as now within a quarter of an hour of its start', () => {
    expect([-15, 15].map((by) => isNow(span(), START + by * MINUTE))).toEqual([true, true])
    expect([-16, 16].map((by) => isNow(span(), START + by * MINUTE))).toEqual([false, false])
  })

  test('the clinic’s staff and the doctor, and no one else', () => {
    expect((['admin', 'clinic', 'doctor', 'patient'] as const).filter((type) => mayOverride({ type }))).toEqual([
      'clinic',
      'doctor',
    ])
  })
})

describe('what a move does to the arrival mark', () => {
  const arrivedAt = iso(START - 5 * MINUTE)
  const visit = { start: iso(START), zone: 'Europe/Istanbul', arrivedAt, heardAt: arrivedAt }
  const unconfirmed = { confirmedAt: null, confirmedBy: null }
  const gone = { arrivedAt: null, heardAt: null, noShowAt: null, ...unconfirmed }
  test('it stays if the visit’s day stays the same in its zone, and is removed otherwise', () => {
    expect(marksAfterMove(visit, '2026-11-23T20:59:00.000Z')).toEqual({
      arrivedAt,
      heardAt: arrivedAt,
      noShowAt: null,
      ...unconfirmed,
    })
    // midnight in Istanbul, still the 23rd in UTC
    expect(marksAfterMove(visit, '2026-11-23T21:00:00.000Z')).toEqual(gone)
    expect(marksAfterMove({ ...visit, arrivedAt: null }, '2026-11-23T12:00:00.000Z')).toEqual(gone)
  })

  test('a confirmation belongs to its time: a new time asks again, a new doctor at that time does not', () => {
    expect(marksAfterMove(visit, visit.start)).toEqual({ arrivedAt, heardAt: arrivedAt, noShowAt: null })
  })

  test('the device shows the same', () => {
    const row = { ...visit, duration: 20, noShowAt: null } as Appointment // the fields that the effect reads
    const drawn = (start: string) =>
      appointmentEffects['appointment.move'].apply.appointment?.(
        row,
        { id: '0', start, duration: 20 },
        { at: arrivedAt, by: 'Desk', facts: {} },
      )
    expect(drawn('2026-11-23T12:00:00.000Z')).toMatchObject({ arrivedAt })
    expect(drawn('2026-11-24T12:00:00.000Z')).toMatchObject({ arrivedAt: null })
  })
})
