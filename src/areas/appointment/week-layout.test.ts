import { expect, test } from 'vitest'
import { hoursOf, layDay } from './week-layout.ts'

const hours = { from: 540, to: 1020 }

test('one after the other share a lane', () => {
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

test('overlapping ones stand side by side, a freed lane is used again', () => {
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

test('what finds no lane is counted, none is lost', () => {
  const five = Array.from({ length: 5 }, () => ({ from: 600, to: 620 }))
  const { placed, more } = layDay(five, hours, 3)
  expect(placed).toHaveLength(3)
  expect(more).toEqual([{ top: (600 - 540) / 480, count: 2 }])
})

test('places are parts of the hours shown', () => {
  expect(layDay([{ from: 780, to: 1020 }], hours, 3).placed[0]).toMatchObject({ top: 0.5, height: 0.5 })
})

test('the hours reach around the visits and never fall below a working day', () => {
  expect(hoursOf([])).toEqual({ from: 540, to: 1020 })
  expect(hoursOf([{ from: 490, to: 1041 }])).toEqual({ from: 480, to: 1080 })
})
