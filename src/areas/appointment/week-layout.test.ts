import { expect, test } from 'vitest'
import { hoursOf, layDay } from './week-layout.ts'

const hours = { from: 540, to: 1020 }

test('consecutive visits share a lane', () => {
  const { placed, more } = layDay(
    [
      { from: 540, to: 560 },
      { from: 560, to: 580 },
    ],
    hours,
    3,
  )
  expect(placed.map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 1],
    [0, 1],
  ])
  expect(more).toEqual([])
})

test('overlapping visits are side by side, and a free lane is reused', () => {
  const { placed } = layDay(
    [
      { from: 540, to: 600 },
      { from: 550, to: 570 },
      { from: 570, to: 590 },
    ],
    hours,
    3,
  )
  expect(placed.map(({ lane, lanes }) => [lane, lanes])).toEqual([
    [0, 2],
    [1, 2],
    [1, 2],
  ])
})

test('visits without a lane are counted, and none is lost', () => {
  const five = Array.from({ length: 5 }, () => ({ from: 600, to: 620 }))
  const { placed, more } = layDay(five, hours, 3)
  expect(placed).toHaveLength(3)
  expect(more).toEqual([{ top: (600 - 540) / 480, count: 2 }])
})

test('positions are fractions of the hours shown', () => {
  expect(layDay([{ from: 780, to: 1020 }], hours, 3).placed[0]).toMatchObject({ top: 0.5, height: 0.5 })
})

test('the hours include all visits and are at least a working day', () => {
  expect(hoursOf([])).toEqual({ from: 540, to: 1020 })
  expect(hoursOf([{ from: 490, to: 1041 }])).toEqual({ from: 480, to: 1080 })
})
