import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isOn } from '../../../contract/availability/availability.rules.ts'
import { addDays } from '../../../contract/kernel/time.ts'
import { daysOffWithin } from './days-off.ts'
import { addBlock, beginWeek, copyDay, hoursOfWeek, isBlock, meetsItself, removeBlock, setBlock } from './week-draft.ts'

const today = 20260706
const empty = beginWeek({}, today)

describe('a repeating week', () => {
  test('two blocks on Monday, copied to the weekdays, become two records of five days', () => {
    const monday = addBlock(setBlock(addBlock(empty, 0), 0, 0, { endTime: 1200 }), 0)
    const week = copyDay(monday, 0, [0, 1, 2, 3, 4])
    const off = [{ from: 20260810, to: 20260823 }]
    expect(hoursOfWeek({ ...week, off }, [])).toEqual([
      {
        startDate: today,
        endDate: 20270706,
        startTime: 900,
        endTime: 1200,
        period: 20,
        type: 'physical',
        days: [1, 2, 3, 4, 5],
        off,
      },
      {
        startDate: today,
        endDate: 20270706,
        startTime: 1300,
        endTime: 1700,
        period: 20,
        type: 'physical',
        days: [1, 2, 3, 4, 5],
        off,
      },
    ])
  })

  test('days that differ become records of their own; a removed day is in none', () => {
    const week = removeBlock(addBlock(setBlock(addBlock(addBlock(empty, 0), 2), 2, 0, { startTime: 1000 }), 6), 6, 0)
    expect(hoursOfWeek(week, [])?.map(({ startTime, days }) => [startTime, days])).toEqual([
      [900, [1]],
      [1000, [3]],
    ])
  })

  test('nothing is saved while a time, a date or a day off is missing, or from an empty week', () => {
    const week = addBlock(empty, 0)
    expect([
      hoursOfWeek(empty, []),
      hoursOfWeek(setBlock(week, 0, 0, { endTime: null }), []),
      hoursOfWeek({ ...week, startDate: null }, []),
      hoursOfWeek({ ...week, off: [{ from: 20260810, to: null }] }, []),
    ]).toEqual([null, null, null, null])
  })

  test('overlapping blocks are reported, including identical ones and a night with the next morning', () => {
    const of = (...blocks: [number, number, number][]) =>
      blocks.reduce((week, [day, startTime, endTime]) => {
        const more = addBlock(week, day)
        return setBlock(more, day, more.blocks[day]!.length - 1, { startTime, endTime })
      }, empty)
    const meets = (week: typeof empty) => meetsItself(hoursOfWeek(week, [])!, 'Europe/Istanbul')
    expect(meets(of([0, 900, 1200], [0, 1300, 1700]))).toBe(false)
    expect(meets(of([0, 900, 1200], [0, 1100, 1700]))).toBe(true)
    expect(meets(of([0, 900, 1200], [0, 900, 1200]))).toBe(true)
    expect(meets(of([0, 2200, 600], [1, 500, 900]))).toBe(true)
    expect(meets(of([0, 2200, 600], [1, 600, 900]))).toBe(false)
    expect(meets(of([6, 2200, 600], [0, 500, 900]))).toBe(true)
  })

  test('a valid block', () => {
    const can = (startTime: number | null, endTime: number | null, period = 20) =>
      isBlock({ startTime, endTime }, period)
    expect([can(900, 920), can(2200, 2400), can(2200, 600)]).toEqual([true, true, true])
    expect([can(900, 910), can(1700, 900), can(null, 900), can(900, 900)]).toEqual([false, false, false, false])
  })

  test('a second block past the end of the day is left to be typed', () => {
    expect(addBlock(setBlock(addBlock(empty, 0), 0, 0, { endTime: 2300 }), 0).blocks[0]?.[1]).toEqual({
      startTime: null,
      endTime: null,
    })
  })
})

test('days off: those within the dates, in order and without duplicates', () => {
  const date = fc.integer({ min: -30, max: 90 }).map((n) => addDays(today, n))
  const range = fc.tuple(date, fc.integer({ min: 0, max: 20 })).map(([from, n]) => ({ from, to: addDays(from, n) }))
  fc.assert(
    fc.property(fc.array(range, { maxLength: 6 }), (ranges) => {
      const last = addDays(today, 60)
      const made = daysOffWithin(ranges, today, last)
      for (let n = -31; n < 120; n++) {
        const day = addDays(today, n)
        const isOff = day >= today && day <= last && ranges.some(({ from, to }) => from <= day && day <= to)
        expect(made.filter(({ from, to }) => from <= day && day <= to)).toHaveLength(isOff ? 1 : 0)
      }
      expect(made.every(({ from }, n) => n === 0 || from > addDays(made[n - 1]!.to, 1))).toBe(true)
    }),
  )
})

test('a record applies to the days of its week except the days off', () => {
  const [hours] = hoursOfWeek({ ...addBlock(empty, 0), off: [{ from: 20260710, to: 20260714 }] }, [
    { from: 20260720, to: 20260720 },
  ])!
  expect([20260706, 20260713, 20260720, 20260727].map((day) => isOn(hours!, day))).toEqual([true, false, false, true])
})
