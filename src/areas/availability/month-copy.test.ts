import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTheWay, isOn, slotsOn } from '../../../contract/availability/availability.rules.ts'
import type { Availability } from '../../../contract/availability/availability.ts'
import { addDays, weekdayOf } from '../../../contract/kernel/time.ts'
import { copyOfMonth, heldInMonth, nextMonth } from './month-copy.ts'

const hours = (more: Partial<Availability> = {}): Availability => ({
  id: 'a',
  version: 1,
  doctorId: 'd',
  clinicId: 'k',
  startDate: 20261101,
  endDate: 20261130,
  startTime: 900,
  endTime: 1200,
  period: 20,
  type: 'physical',
  days: [1, 3],
  price: 5000,
  currency: 'try',
  status: 'active',
  zone: 'Europe/Istanbul',
  ...more,
})

test('November’s weekdays and times apply in December, at the same price', () => {
  expect(copyOfMonth([hours()], 20261115)).toEqual([
    {
      doctorId: 'd',
      clinicId: 'k',
      price: 5000,
      currency: 'try',
      zone: 'Europe/Istanbul',
      startDate: 20261202,
      endDate: 20261230,
      startTime: 900,
      endTime: 1200,
      period: 20,
      type: 'physical',
      days: [1, 3],
    },
  ])
})

test('hours that extend into the next month, and a month copied before, are not duplicated', () => {
  expect(copyOfMonth([hours({ endDate: 20270301 })], 20261101)).toEqual([])
  const once = copyOfMonth([hours()], 20261101).map((each, n): Availability => ({ ...hours(), ...each, id: `c${n}` }))
  expect(copyOfMonth([hours(), ...once], 20261101)).toEqual([])
  expect(heldInMonth([hours(), ...once], 20261201).map(({ id }) => id)).toEqual(['c0'])
})

test('days of the next month that already have other hours are skipped', () => {
  const standing = hours({
    id: 'b',
    startDate: 20261207,
    endDate: 20261209,
    startTime: 1000,
    endTime: 1100,
    days: [1, 2, 3],
  })
  const [copy] = copyOfMonth([hours(), standing], 20261101)
  expect(copy).toMatchObject({
    startDate: 20261202,
    endDate: 20261230,
    off: [
      { from: 20261207, to: 20261207 },
      { from: 20261209, to: 20261209 },
    ],
  })
})

test('passive hours and those of other months are not copied, and neither are days off', () => {
  expect(
    copyOfMonth([hours({ status: 'passive' }), hours({ startDate: 20261001, endDate: 20261031 })], 20261101),
  ).toEqual([])
  expect(copyOfMonth([hours({ off: [{ from: 20261102, to: 20261115 }] })], 20261101)[0]).not.toHaveProperty('off')
})

test('December is followed by January, January by February', () => {
  expect([nextMonth(20261231), nextMonth(20270131), nextMonth(20270201)]).toEqual([20270101, 20270201, 20270301])
})

test('for any existing hours: no copy overlaps them or another copy, and each weekday of the pattern is present once', () => {
  const time = fc.integer({ min: 0, max: 22 }).map((hour) => hour * 100)
  const one = fc
    .record({
      startDate: fc.integer({ min: 0, max: 80 }).map((n) => addDays(20261015, n)),
      length: fc.integer({ min: 0, max: 60 }),
      startTime: time,
      endTime: fc.oneof(time, fc.constant(2400)),
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      type: fc.constantFrom('online' as const, 'physical' as const),
    })
    .map(({ length, ...each }) => hours({ ...each, endDate: addDays(each.startDate, length) }))
  fc.assert(
    fc.property(fc.array(one, { maxLength: 4 }), (ranges) => {
      const all = ranges.map((each, n) => ({ ...each, id: String(n) }))
      const copies = copyOfMonth(all, 20261101).map((each, n): Availability => ({ ...hours(), ...each, id: `c${n}` }))
      for (const copy of copies) {
        expect(inTheWay(copy, all)).toEqual([])
        expect(inTheWay(copy, copies)).toEqual([])
        expect(copy.startDate >= 20261201 && copy.endDate <= 20261231).toBe(true)
      }
      // every day of the pattern has its time in December, copied or existing
      const standing = [...all, ...copies]
      for (const pattern of all.filter((each) =>
        Array.from({ length: 30 }, (_, n) => 20261101 + n).some((day) => isOn(each, day)),
      ))
        for (let day = 20261201; day <= 20261231; day++) {
          if (
            !pattern.days.includes(weekdayOf(day)) ||
            slotsOn({ ...pattern, startDate: day, endDate: day }, day, 'UTC').length === 0
          )
            continue
          expect(
            inTheWay({ ...pattern, id: 'x', startDate: day, endDate: day, off: null }, standing).length,
          ).toBeGreaterThan(0)
        }
    }),
  )
})
