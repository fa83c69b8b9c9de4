import { expect, test } from 'vitest'
import { weekOf } from './all-weeks.ts'
import type { ShownHours } from './queries.ts'

const hours = (change: Partial<ShownHours>) =>
  ({
    id: 'a',
    status: 'active',
    clinicId: 'here',
    zone: 'Europe/Istanbul',
    startDate: 20261101,
    endDate: 20261231,
    days: [1, 3],
    startTime: 900,
    endTime: 1200,
    ...change,
  }) as ShownHours // the fields that a week reads

test('a week has each day’s active hours, in order', () => {
  const week = weekOf(
    [
      hours({ id: 'afternoon', startTime: 1300, endTime: 1700, days: [1] }),
      hours({ id: 'morning' }),
      hours({ id: 'off', status: 'passive', days: [1, 2, 3, 4, 5] }),
      hours({ id: 'later', startDate: 20261124 }),
    ],
    [],
    20261123,
  )
  expect(week.map((day) => day.hours.map(({ id }) => id))).toEqual([
    ['afternoon', 'morning'].toReversed(),
    [],
    ['morning', 'later'],
    [],
    [],
    [],
    [],
  ])
  expect(week.map(({ date }) => date)).toEqual([20261123, 20261124, 20261125, 20261126, 20261127, 20261128, 20261129])
})

test('a day is closed if all its hours are, and only for the clinic that closed them', () => {
  // 09:00 to 12:00 in the clinic's zone is 06:00 to 09:00 UTC
  const whole = { start: '2026-11-23T06:00:00.000Z', end: '2026-11-23T09:00:00.000Z', clinicId: null }
  const isClosed = (closed: Parameters<typeof weekOf>[1], more: ShownHours[] = []) =>
    weekOf([hours({}), ...more], closed, 20261123)[0]!.isClosed
  expect(isClosed([whole])).toBe(true)
  expect(isClosed([{ ...whole, end: '2026-11-23T08:59:00.000Z' }])).toBe(false)
  expect(isClosed([{ ...whole, clinicId: 'elsewhere' }])).toBe(false)
  expect(isClosed([whole], [hours({ id: 'afternoon', startTime: 1300, endTime: 1700 })])).toBe(false)
  expect(weekOf([], [whole], 20261123)[0]!.isClosed).toBe(false)
})
