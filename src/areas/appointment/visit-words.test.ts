import { expect, test } from 'vitest'
import { listedStart, wallInList, wallOfVisit, wallOnGrid } from './visit-wall.ts'

const visit = { start: '2026-11-20T10:00:00.000Z', zone: 'Europe/Istanbul', type: 'face-to-face' as const }

test('face to face stands in the clinic’s time, with the reader’s beside it where they differ (rule 3)', () => {
  expect(wallOfVisit(visit, 'Europe/Berlin')).toMatchObject({
    time: 1300,
    label: 'GMT+3',
    other: { time: 1100, label: 'GMT+1' },
  })
})

test('online stands in the reader’s time, with the clinic’s beside it where they differ (rule 3)', () => {
  expect(wallOfVisit({ ...visit, type: 'online' }, 'Europe/Berlin')).toMatchObject({
    time: 1100,
    other: { time: 1300, zone: 'Europe/Istanbul' },
  })
})

test('walls that show the same are one, whatever their zone is called', () => {
  expect(wallOfVisit(visit, 'Europe/Minsk').other).toBeNull()
})

test('the other wall may be on another day', () => {
  const late = { ...visit, start: '2026-11-20T21:30:00.000Z' }
  expect(wallOfVisit(late, 'Europe/Berlin')).toMatchObject({ date: 20261121, other: { date: 20261120, time: 2230 } })
})

test('in a list every visit stands on the clinic’s clock, so that times grow from row to row; one’s own stands beside it', () => {
  const online = { ...visit, start: '2026-11-20T10:30:00.000Z', type: 'online' as const }
  const walls = [visit, online].map((each) => wallInList(each, 'Europe/Berlin'))
  expect(walls.map(({ time, zone, other }) => [time, zone, other?.time])).toEqual([
    [1300, 'Europe/Istanbul', 1100],
    [1330, 'Europe/Istanbul', 1130],
  ])
  expect(wallInList(online, 'Europe/Minsk').other).toBeNull()
})

test('on a grid the grid’s clock leads, with the clinic’s beside it, else the reader’s', () => {
  const onOwn = wallOnGrid(visit, 'Europe/Berlin', 'Europe/Berlin')
  expect([onOwn.time, onOwn.other?.time, onOwn.other?.zone]).toEqual([1100, 1300, 'Europe/Istanbul'])
  const onClinic = wallOnGrid(visit, 'Europe/Istanbul', 'Europe/Berlin')
  expect([onClinic.time, onClinic.other?.time, onClinic.other?.zone]).toEqual([1300, 1100, 'Europe/Berlin'])
  expect(wallOnGrid(visit, 'Europe/Istanbul', 'Europe/Istanbul').other).toBeNull()
})

test('as a text it names both clocks where they differ, and none where they agree', () => {
  expect(listedStart(visit, 'Europe/Berlin')).toBe('20.11.2026 13:00 GMT+3 (11:00 GMT+1)')
  expect(listedStart({ ...visit, start: '2026-11-20T21:30:00.000Z' }, 'Europe/Berlin')).toBe(
    '21.11.2026 00:30 GMT+3 (20.11.2026 22:30 GMT+1)',
  )
  expect(listedStart({ ...visit, zone: 'Europe/Berlin' }, 'Europe/Berlin')).toBe('20.11.2026 11:00')
})
