import { expect, test } from 'vitest'
import type { ShownHours } from './queries.ts'
import { readTime } from './time-input.tsx'
import { weekSlots } from './week-slots.ts'

const hours = (more: Partial<ShownHours> = {}): ShownHours => ({
  id: 'a',
  version: 1,
  doctorId: 'd',
  clinicId: 'k',
  startDate: 20260101,
  endDate: 20261231,
  startTime: 900,
  endTime: 1000,
  period: 20,
  type: 'physical',
  days: [1],
  price: 1,
  currency: 'try',
  status: 'active',
  zone: 'Europe/Istanbul',
  pending: 'none',
  ...more,
})
const monday = 20260706
const at = (time: string) => `2026-07-06T${time}:00.000Z`
const preview = (
  all: readonly ShownHours[],
  taken = { visits: [], busy: [] } as Parameters<typeof weekSlots>[1],
  now = 0,
) => weekSlots(all, taken, monday, now)[0]!.map(({ state }) => state)

test('rules 5–7: free, booked, closed and past: each slot names what takes it', () => {
  const taken = { visits: [{ start: at('06:20'), end: at('06:40') }], busy: [{ start: at('06:30'), end: at('07:00') }] }
  expect(preview([hours()], taken)).toEqual(['free', 'booked', 'closed'])
  expect(preview([hours()], taken, Date.parse(at('06:20')))).toEqual(['past', 'booked', 'closed'])
})

test('rule 8: online and in-person slots at one time are one slot; passive hours never hide active ones', () => {
  expect(preview([hours(), hours({ id: 'b', type: 'online' })])).toEqual(['free', 'free', 'free'])
  expect(preview([hours({ status: 'passive' }), hours({ id: 'b', type: 'online' })])).toEqual(['free', 'free', 'free'])
  expect(preview([hours({ status: 'passive' })])).toEqual(['passive', 'passive', 'passive'])
})

test.each([
  ['9', 900],
  ['9:30', 930],
  ['0930', 930],
  ['23.59', 2359],
  ['24:00', null],
  ['9:75', null],
  ['x', null],
  ['', null],
])('a time as typed: %s', (typed, time) => expect(readTime(typed)).toBe(time))

test('rule 7: a clinic’s closed hour blocks only that clinic’s hours', () => {
  const closed = { start: at('06:00'), end: at('07:00'), clinicId: 'k' }
  expect(preview([hours({ clinicId: 'k' })], { visits: [], busy: [closed] })).toEqual(['closed', 'closed', 'closed'])
  expect(preview([hours({ clinicId: 'l' })], { visits: [], busy: [closed] })).toEqual(['free', 'free', 'free'])
})

test('a week shows each slot on the day it begins: the small hours of a night are under the next morning', () => {
  const week = weekSlots(
    [hours({ startTime: 2300, endTime: 200, period: 60, days: [7] })],
    { visits: [], busy: [] },
    monday,
    0,
  )
  expect(week.map((slots) => slots.length)).toEqual([2, 0, 0, 0, 0, 0, 1])
})

test('days off have no slots', () => {
  const week = weekSlots(
    [hours({ days: [1, 2, 3], off: [{ from: 20260707, to: 20260707 }] })],
    { visits: [], busy: [] },
    monday,
    0,
  )
  expect(week.map((slots) => slots.length)).toEqual([3, 0, 3, 0, 0, 0, 0])
})

test('24:00 is accepted for an end, never for a start', () => {
  expect([readTime('24:00', true), readTime('24', true), readTime('2430', true), readTime('24:00')]).toEqual([
    2400,
    2400,
    null,
    null,
  ])
})
