import { expect, test } from 'vitest'
import { reportState, whyNotTakeBack } from './recipe.rules.ts'

const paper = { doctorId: 'me', createdAt: '2026-11-18T12:00:00.000Z' }
const me = { id: 'me', type: 'doctor' } as const
const at = Date.parse(paper.createdAt)
const DAY = 24 * 3_600_000

test.each([
  ['at once', me, at, null],
  ['to the day’s last moment', me, at + DAY, null],
  ['a moment later', me, at + DAY + 1, 'delete_too_late'],
  ['by a colleague', { id: 'other', type: 'doctor' } as const, at, 'permission_denied'],
  ['by the desk', { id: 'me', type: 'clinic' } as const, at, 'permission_denied'],
  ['by the patient', { id: 'me', type: 'patient' } as const, at, 'permission_denied'],
])('RULES 13: withdrawing %s', (_, who, now, why) => {
  expect(whyNotTakeBack(paper, who, now)).toBe(why)
})

test('a request is answered by the result that names it, and by no other', () => {
  const request = { id: 'a', kind: 'request', reportId: null } as const
  const other = { id: 'b', kind: 'request', reportId: null } as const
  const result = { id: 'c', kind: 'result', reportId: 'a' } as const
  const alone = { id: 'd', kind: 'result', reportId: null } as const
  const all = [request, other, result, alone]
  expect(all.map((each) => reportState(each, all))).toEqual([
    'result-added',
    'requested',
    'result-added',
    'result-added',
  ])
})
