import { expect, test } from 'vitest'
import { wallOfVisit } from './visit-wall.ts'

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
