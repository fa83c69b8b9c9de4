import { expect, test } from 'vitest'
import type { ShownVisit } from '../appointment/queries.ts'
import type { ShownBusy } from '../availability/queries.ts'
import { daysOfView } from './days.ts'
import { monthEvents } from './events.ts'
import { withoutLayers } from './layers.ts'

const visit = (id: string, start: string, more: Partial<ShownVisit> = {}) =>
  ({
    id,
    start,
    end: new Date(Date.parse(start) + 1_200_000).toISOString(),
    status: 'waiting',
    type: 'face-to-face',
    pending: 'none',
    ...more,
  }) as ShownVisit
const rules = {
  zone: 'Europe/Istanbul',
  from: 20261101,
  to: 20261130,
  canMove: () => true,
}
const window = (visits: ShownVisit[], busy: ShownBusy[] = []) => ({ visits, busy, hours: [] })

test('a month shows the first visits of a day and counts the rest, never fewer than two', () => {
  const five = ['05', '06', '07', '08', '09'].map((hour) => visit(hour, `2026-11-18T${hour}:00:00.000Z`))
  const { events, items } = monthEvents(window(five), rules, 3)
  expect(events.map(({ id }) => id)).toEqual(['05', '06', '07', 'more 20261118'])
  expect(items.get('more 20261118')).toEqual({ kind: 'more', day: 20261118, count: 2 })
  // on the grid's clock: 11:00 in İstanbul
  expect(events.at(-1)?.start).toEqual(new Date('2026-11-18T11:00:00.000Z'))
  expect(monthEvents(window(five.slice(0, 4)), rules, 3).events).toHaveLength(4)
})

test('days are those of the zone, and a time over midnight is not counted among them', () => {
  const late = visit('late', '2026-11-18T21:30:00.000Z')
  const closed = {
    id: 'closed',
    start: '2026-11-17T21:00:00.000Z',
    end: '2026-11-19T21:00:00.000Z',
    linkId: null,
    pending: 'none',
  } as ShownBusy
  const { events } = monthEvents(window([visit('a', '2026-11-18T07:00:00.000Z'), late], [closed]), rules, 0)
  // each is the only one of its day: 18 and 19 November in İstanbul
  expect(events.map(({ id }) => id)).toEqual(['closed', 'a', 'late'])
})

test('a hidden layer hides its visits, except those with a waiting change', () => {
  const visits = [
    visit('face', '2026-11-18T07:00:00.000Z'),
    visit('online', '2026-11-18T08:00:00.000Z', { type: 'online' }),
    visit('moved', '2026-11-18T09:00:00.000Z', { type: 'online', pending: 'waiting' }),
    visit('gone', '2026-11-18T10:00:00.000Z', { type: 'online', status: 'cancelled' }),
  ]
  const shown = withoutLayers(window(visits), new Set(['online', 'cancelled']))
  expect(shown.visits.map(({ id }) => id)).toEqual(['face', 'moved'])
})

test.each([
  ['month', 20261118, 20261026, 20261206],
  ['month', 20260201, 20260126, 20260301],
  ['week', 20261122, 20261116, 20261122],
  ['day', 20261118, 20261118, 20261118],
  ['agenda', 20261118, 20261118, 20261201],
] as const)('%s of %i', (view, day, from, to) => {
  expect(daysOfView(view, day)).toEqual({ from, to })
})
