import { expect, test } from 'vitest'
import { listedStart, wallInList, wallOfVisit, wallOnGrid } from './visit-wall.ts'

const visit = { start: '2026-11-20T10:00:00.000Z', zone: 'Europe/Istanbul', type: 'face-to-face' as const }

test('an in-person visit is shown in the clinic’s time, with the reader’s beside it if they differ (rule 3)', () => {
  expect(wallOfVisit(visit, 'Europe/Berlin')).toMatchObject({
    time: 1300,
    label: 'GMT+3',
    other: { time: 1100, label: 'GMT+1' },
  })
})

test('an online visit is shown in the reader’s time, with the clinic’s beside it if they differ (rule 3)', () => {
  expect(wallOfVisit({ ...visit, type: 'online' }, 'Europe/Berlin')).toMatchObject({
    time: 1100,
    other: { time: 1300, zone: 'Europe/Istanbul' },
  })
})

test('zones that show the same time count as one, whatever their names', () => {
  expect(wallOfVisit(visit, 'Europe/Minsk').other).toBeNull()
})

test('the other time may be on another day', () => {
  const late = { ...visit, start: '2026-11-20T21:30:00.000Z' }
  expect(wallOfVisit(late, 'Europe/Berlin')).toMatchObject({ date: 20261121, other: { date: 20261120, time: 2230 } })
})

test('a list shows every visit in the clinic’s time, so that times ascend; one’s own is beside it', () => {
  const online = { ...visit, start: '2026-11-20T10:30:00.000Z', type: 'online' as const }
  const walls = [visit, online].map((each) => wallInList(each, 'Europe/Berlin'))
  expect(walls.map(({ time, zone, other }) => [time, zone, other?.time])).toEqual([
    [1300, 'Europe/Istanbul', 1100],
    [1330, 'Europe/Istanbul', 1130],
  ])
  expect(wallInList(online, 'Europe/Minsk').other).toBeNull()
})

test('on a grid the grid’s zone comes first, with the clinic’s beside it, or else the reader’s', () => {
  const onOwn = wallOnGrid(visit, 'Europe/Berlin', 'Europe/Berlin')
  expect([onOwn.time, onOwn.other?.time, onOwn.other?.zone]).toEqual([1100, 1300, 'Europe/Istanbul'])
  const onClinic = wallOnGrid(visit, 'Europe/Istanbul', 'Europe/Berlin')
  expect([onClinic.time, onClinic.other?.time, onClinic.other?.zone]).toEqual([1300, 1100, 'Europe/Berlin'])
  expect(wallOnGrid(visit, 'Europe/Istanbul', 'Europe/Istanbul').other).toBeNull()
})

test('as a text it names both zones if they differ, and none if they agree', () => {
  expect(listedStart(visit, 'Europe/Berlin')).toBe('20.11.2026 13:00 GMT+3 (11:00 GMT+1)')
  expect(listedStart({ ...visit, start: '2026-11-20T21:30:00.000Z' }, 'Europe/Berlin')).toBe(
    '21.11.2026 00:30 GMT+3 (20.11.2026 22:30 GMT+1)',
  )
  expect(listedStart({ ...visit, zone: 'Europe/Berlin' }, 'Europe/Berlin')).toBe('20.11.2026 11:00')
})
