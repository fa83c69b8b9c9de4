import { expect, test } from 'vitest'
import { lateOf } from './appointment.late.ts'

const at = (time: string) => Date.parse(`2026-11-18T${time}:00Z`)
const visit = {
  status: 'waiting' as const,
  start: '2026-11-18T10:00:00Z',
  end: '2026-11-18T10:20:00Z',
  arrivedAt: null as string | null,
  noShowAt: null as string | null,
}
const here = { ...visit, arrivedAt: '2026-11-18T09:50:00Z' }

test.each([
  ['nobody has come, before a no-show may be marked', visit, '10:14', false, null],
  ['nobody has come, from then on', visit, '10:15', false, { kind: 'missing', minutes: 15 }],
  ['here, before the time', here, '10:00', false, null],
  ['here, past the time', here, '10:07', false, { kind: 'waits', minutes: 7 }],
  ['the first who is here may be in the room', here, '10:20', true, null],
  ['and is late once the time is over', here, '10:23', true, { kind: 'waits', minutes: 23 }],
  ['no-show', { ...visit, noShowAt: '2026-11-18T10:16:00Z' }, '10:30', false, null],
  ['completed', { ...here, status: 'completed' as const }, '10:30', false, null],
  ['cancelled', { ...visit, status: 'cancelled' as const }, '10:30', false, null],
])('%s', (_, of, time, atHand, late) => {
  expect(lateOf(of, at(time), atHand)).toEqual(late)
})

test('a visit a day past its end is counted as to be closed, and no longer as late', () => {
  expect(lateOf(here, at('10:30') + 86_400_000)).toBeNull()
})
