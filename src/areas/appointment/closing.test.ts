import { expect, test } from 'vitest'
import { dueToClose, endingsOf, proposed } from './closing.ts'
import type { ShownVisit } from './queries.ts'

const NOW = Date.parse('2026-12-04T18:00:00.000Z')
const visit = (change: Partial<ShownVisit>) =>
  ({
    id: 'a',
    status: 'waiting',
    start: '2026-12-04T09:00:00.000Z',
    end: '2026-12-04T09:20:00.000Z',
    arrivedAt: null,
    noShowAt: null,
    moves: 0,
    pending: 'none',
    ...change,
  }) as ShownVisit // the fields that closing reads
const staff = { type: 'clinic' } as const

test('past open visits are due; marked, closed, future and unsent ones are not', () => {
  const here = visit({ id: 'here', arrivedAt: '2026-12-04T08:55:00.000Z' })
  const unseen = visit({ id: 'unseen' })
  const { arrived, unseen: others } = dueToClose(
    [
      here,
      unseen,
      visit({ id: 'no-show', noShowAt: '2026-12-04T09:30:00.000Z' }),
      visit({ id: 'done', status: 'completed' }),
      visit({ id: 'gone', status: 'cancelled' }),
      visit({ id: 'to come', start: '2026-12-04T19:00:00.000Z', end: '2026-12-04T19:20:00.000Z' }),
      visit({ id: 'under way', start: '2026-12-04T17:50:00.000Z', end: '2026-12-04T18:10:00.000Z' }),
      visit({ id: 'waits', pending: 'waiting' }),
    ],
    staff,
    NOW,
  )
  expect(arrived).toEqual([here])
  expect(others).toEqual([unseen])
})

test('nothing is proposed for a visit without an arrival mark, and an arrived patient is not a no-show', () => {
  const here = visit({ arrivedAt: '2026-12-04T08:55:00.000Z' })
  expect(proposed(here)).toBe('complete')
  expect(proposed(visit({}))).toBe('open')
  expect(endingsOf(here, staff, NOW)).toEqual(['complete', 'open'])
  expect(endingsOf(visit({}), staff, NOW)).toEqual(['complete', 'no-show', 'open'])
})
