import { expect, test } from 'vitest'
import { meetingOf } from './meeting.ts'

const start = '2026-11-20T10:00:00.000Z'
const visit = {
  type: 'online' as const,
  status: 'waiting' as const,
  meetingLink: 'https://meet.example/x',
  start,
  end: '2026-11-20T10:20:00.000Z',
}
const { meetingLink: _, ...withoutLink } = visit
const at = (minutes: number) => Date.parse(start) + minutes * 60_000

test.each([
  [-16, 'early'],
  [-15, 'open'],
  [50, 'open'],
  [51, 'over'],
] as const)(
  'a patient %i minutes after the start: %s, without the address on the device (rule 31)',
  (minutes, state) => {
    expect(meetingOf(withoutLink, 'patient', at(minutes))).toBe(state)
  },
)

test('staff may join early, and no longer than half an hour after the end', () => {
  expect(meetingOf(visit, 'doctor', at(-600))).toBe('open')
  expect(meetingOf(visit, 'clinic', at(51))).toBe('over')
})

test.each([
  { ...visit, type: 'face-to-face' as const },
  { ...visit, status: 'cancelled' as const },
  { ...visit, meetingLink: null },
  { ...visit, meetingLink: 'javascript:alert(1)' },
])('no link to join: $type $status $meetingLink', (none) => {
  expect(meetingOf(none, 'doctor', at(0))).toBe('none')
})

test('platform admins cannot join a visit', () => {
  expect(meetingOf(visit, 'admin', at(0))).toBe('none')
})
