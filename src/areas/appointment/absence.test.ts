import { expect, test } from 'vitest'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { hitBy, proposeForAll, proposeTimes, sumUp, timesFor, type Plan } from './absence.ts'
import type { ShownVisit } from './queries.ts'

const NOW = Date.parse('2026-12-04T08:00:00.000Z')
const visit = (id: string, change: Partial<ShownVisit> = {}) =>
  ({
    id,
    status: 'waiting',
    type: 'face-to-face',
    clinicId: 'here',
    start: '2026-12-04T09:00:00.000Z',
    end: '2026-12-04T09:20:00.000Z',
    noShowAt: null,
    pending: 'none',
    ...change,
  }) as ShownVisit // the fields that an absence reads
const slot = (start: string, change: Partial<Slot> = {}) =>
  ({
    start: `2026-12-05T${start}:00.000Z`,
    end: new Date(Date.parse(`2026-12-05T${start}:00.000Z`) + 20 * 60_000).toISOString(),
    type: 'face-to-face',
    clinicId: 'here',
    ...change,
  }) as Slot

test('it affects open future visits, and not those waiting to be sent', () => {
  const hit = hitBy(
    [
      visit('a'),
      visit('running', { start: '2026-12-04T07:50:00.000Z', end: '2026-12-04T08:10:00.000Z' }),
      visit('over', { end: '2026-12-04T08:00:00.000Z' }),
      visit('done', { status: 'completed' }),
      visit('gone', { status: 'cancelled' }),
      visit('no-show', { noShowAt: '2026-12-04T07:50:00.000Z' }),
      visit('waits', { pending: 'waiting' }),
    ],
    NOW,
  )
  expect(hit.map(({ id }) => id)).toEqual(['a', 'running'])
})

test('each visit gets the first free time of its type and clinic, and no two get the same', () => {
  const free = [
    slot('09:00', { type: 'online' }),
    slot('09:10', { clinicId: 'elsewhere' }),
    slot('09:20'),
    slot('09:30'),
    slot('09:40'),
  ]
  const plans = proposeTimes([visit('a'), visit('b'), visit('c'), visit('d', { type: 'online' })], free, new Map())
  const starts = [...plans.values()].map((plan) => plan.fate === 'move' && plan.slot?.start.slice(11, 16))
  // 09:30 overlaps 09:20: a time given to one appointment cannot go to another, whatever its type
  expect(starts).toEqual(['09:20', '09:40', undefined, '09:00'])
})

test('of several doctors each has one patient at a time, both may have one at once', () => {
  const [a, b, c] = [visit('a', { doctorId: 'x' }), visit('b', { doctorId: 'y' }), visit('c', { doctorId: 'x' })]
  const free = new Map([
    ['x', [slot('09:00'), slot('09:20')]],
    ['y', [slot('09:00')]],
  ])
  const plans = proposeForAll([a, b, c], (doctor) => free.get(doctor) ?? [], new Map())
  const starts = ['a', 'b', 'c'].map((id) => {
    const plan = plans.get(id)
    return plan?.fate === 'move' && plan.slot?.start.slice(11, 16)
  })
  expect(starts).toEqual(['09:00', '09:00', '09:20'])
})

test('a time proposed for another visit is not offered, one’s own is', () => {
  const mine = slot('09:00')
  const plans = new Map<string, Plan>([
    ['a', { fate: 'move', slot: mine }],
    ['b', { fate: 'cancel' }],
  ])
  expect(timesFor(visit('a'), [mine], plans)).toEqual([mine])
  expect(timesFor(visit('b'), [mine], plans)).toEqual([])
})

test('nothing happens to visits without a decision', () => {
  const [a, b, c, d] = [visit('a'), visit('b'), visit('c'), visit('d')]
  const plans = new Map<string, Plan>([
    ['a', { fate: 'move', slot: slot('09:00') }],
    ['b', { fate: 'move', slot: null }],
    ['c', { fate: 'cancel' }],
  ])
  const { moved, cancelled, undecided } = sumUp([a, b, c, d], plans)
  expect([moved.map((each) => each.visit.id), cancelled.map(({ id }) => id), undecided]).toEqual([['a'], ['c'], 1])
})
