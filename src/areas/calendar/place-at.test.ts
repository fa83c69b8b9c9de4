import { expect, test } from 'vitest'
import type { ShownVisit } from '../appointment/queries.ts'
import type { ShownBusy, ShownHours } from '../availability/queries.ts'
import { placeAt } from './place-at.ts'

const at = (time: string) => Date.parse(`2026-11-18T${time}:00.000Z`)
const instant = (time: string) => `2026-11-18T${time}:00.000Z`
/** 09:00 to 11:00 in İstanbul, in steps of 20 minutes. */
const hours = {
  id: 'hours',
  doctorId: 'doctor',
  clinicId: 'clinic',
  startDate: 20261101,
  endDate: 20261130,
  startTime: 900,
  endTime: 1100,
  period: 20,
  type: 'physical',
  days: [1, 2, 3, 4, 5],
  price: 100,
  currency: 'try',
  status: 'active',
  zone: 'Europe/Istanbul',
} as ShownHours
const visit = (id: string, start: string, end: string, status = 'waiting') =>
  ({ id, start: instant(start), end: instant(end), status, type: 'face-to-face', clinicId: 'clinic' }) as ShownVisit
const busy = { id: 'closed', start: instant('07:00'), end: instant('07:20') } as ShownBusy
const window = {
  visits: [visit('a', '06:20', '06:40'), visit('gone', '06:40', '07:00', 'cancelled')],
  busy: [busy],
  hours: [hours],
}
const request = { who: { type: 'doctor' as const }, now: at('06:05') }
const moving = { id: 'b', type: 'face-to-face' as const, clinicId: 'clinic', duration: 20 }

test.each([
  ['a click inside a free time means that time', at('06:53'), {}, '06:40'],
  ['the one that runs may still be booked by staff', at('06:01'), {}, '06:00'],
  ['a drop a little before a time means it', at('07:14'), { visit: moving }, '07:20'],
  ['a drop a little after a time means it', at('07:27'), { visit: moving }, '07:20'],
  ['a visit does not stand in its own way', at('06:20'), { visit: { ...moving, id: 'a' } }, '06:20'],
] as const)('%s', (_name, when, more, start) => {
  const found = placeAt(when, window, { ...request, ...more })
  expect(found.kind === 'free' && found.slot.start).toBe(instant(start))
})

test.each([
  ['another visit', at('06:20'), {}, 'slot_taken'],
  ['a closed time', at('07:05'), {}, 'closed'],
  ['before the hours', at('05:30'), {}, 'slot_outside'],
  ['over', at('06:01'), { now: at('06:21') }, 'slot_past'],
  ['another kind of visit', at('06:40'), { visit: { ...moving, type: 'online' as const } }, 'slot_outside'],
  ['another clinic', at('06:40'), { clinicId: 'other' }, 'slot_outside'],
] as const)('no slot: %s', (_name, when, more, why) => {
  expect(placeAt(when, window, { ...request, ...more })).toEqual({ kind: 'none', why })
})

test('hours keep their clinic’s wall time on both sides of a clock change', () => {
  const berlin = { ...request, now: 0 }
  const all = { ...hours, startDate: 20260101, endDate: 20261231, days: [1, 2, 3, 4, 5, 6, 7], zone: 'Europe/Berlin' }
  const startOn = (when: string) => {
    const found = placeAt(Date.parse(when), { visits: [], busy: [], hours: [all] }, berlin)
    return found.kind === 'free' && found.slot.start
  }
  expect(startOn('2026-10-24T07:05:00.000Z')).toBe('2026-10-24T07:00:00.000Z')
  expect(startOn('2026-10-25T08:05:00.000Z')).toBe('2026-10-25T08:00:00.000Z')
  expect(startOn('2026-10-25T07:05:00.000Z')).toBe(false)
})
