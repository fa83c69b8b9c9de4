import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayBounds, instantOf, wallOf } from '../../../contract/kernel/time.ts'
import { axisOf, clip, downOf, joined } from './doctors-axis.ts'

const at = (time: number, date: number, zone: string) => instantOf({ date, time }, zone)!
const times = ({ marks }: ReturnType<typeof axisOf>) => marks.map(({ time }) => time)

test('a day is drawn in whole hours around its content, at least from 9 to 17', () => {
  const zone = 'Europe/Istanbul'
  const day = 20_261_118
  const bare = axisOf(day, zone, [])
  expect([bare.from, bare.to]).toEqual([at(900, day, zone), at(1700, day, zone)])
  const wide = axisOf(day, zone, [{ from: at(740, day, zone), to: at(1810, day, zone) }])
  expect([wide.from, wide.to]).toEqual([at(700, day, zone), at(1900, day, zone)])
  // night hours reach in from the evening before and out into the next day: the axis covers them whole
  const night = axisOf(day, zone, [
    { from: at(2200, day - 1, zone), to: at(600, day, zone) },
    { from: at(2200, day, zone), to: at(600, day + 1, zone) },
  ])
  expect([night.from, night.to]).toEqual([at(0, day, zone), at(0, day + 1, zone)])
  expect(times(night)).toHaveLength(24)
})

test('a repeated hour is drawn twice, a skipped one not at all', () => {
  const whole = (day: number) => {
    const bounds = dayBounds(day, 'Europe/Berlin')
    return axisOf(day, 'Europe/Berlin', [bounds])
  }
  const back = whole(20_261_025)
  expect(times(back).slice(0, 5)).toEqual([0, 100, 200, 200, 300])
  expect(back.to - back.from).toBe(25 * 3_600_000)
  const ahead = whole(20_260_329)
  expect(times(ahead).slice(0, 4)).toEqual([0, 100, 300, 400])
  expect(ahead.to - ahead.from).toBe(23 * 3_600_000)
  // the clock changes by half an hour on Lord Howe Island
  const half = axisOf(20_261_004, 'Australia/Lord_Howe', [dayBounds(20_261_004, 'Australia/Lord_Howe')])
  expect(times(half).slice(0, 4)).toEqual([0, 100, 300, 400])
})

test('for any spans, day and zone: each lies within the axis, later is lower, and hours are whole', () => {
  const zones = ['Europe/Istanbul', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu']
  const span = fc.tuple(fc.integer({ min: -600, max: 1500 }), fc.integer({ min: 1, max: 480 }))
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.constantFrom(20_260_329, 20_261_025, 20_261_004, 20_260_405, 20_261_118),
      fc.array(span, { maxLength: 12 }),
      (zone, day, spans) => {
        const bounds = dayBounds(day, zone)
        const all = spans.map(([from, length]) => ({
          from: bounds.from + from * 60_000,
          to: bounds.from + (from + length) * 60_000,
        }))
        const axis = axisOf(day, zone, all)
        expect(axis.from).toBeGreaterThanOrEqual(bounds.from)
        expect(axis.to).toBeLessThanOrEqual(bounds.to)
        for (const each of all) {
          const within = clip(each, bounds)
          if (!within) continue
          expect(downOf(within.from, axis)).toBeGreaterThanOrEqual(0)
          expect(downOf(within.to, axis)).toBeLessThanOrEqual(1)
          expect(downOf(within.from, axis)).toBeLessThan(downOf(within.to, axis))
        }
        for (const { at: mark, time } of axis.marks) expect(wallOf(mark, zone)).toEqual({ date: day, time })
      },
    ),
  )
})

test('adjacent spans are merged', () => {
  const spans = fc.array(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 10 })), { maxLength: 10 })
  fc.assert(
    fc.property(spans, (drawn) => {
      const all = drawn.map(([from, length]) => ({ from, to: from + length }))
      const one = joined(all)
      const holds = (list: typeof all, minute: number) => list.some(({ from, to }) => from <= minute && minute < to)
      for (let minute = 0; minute < 62; minute++) expect(holds(one, minute)).toBe(holds(all, minute))
      expect(one.slice(1).every(({ from }, i) => from > one[i]!.to)).toBe(true)
    }),
  )
})
