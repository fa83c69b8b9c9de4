import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coveredBy, freePlace, type Box } from './toast-place.ts'

const AREA: Box = { left: 8, top: 8, right: 1432, bottom: 892 }
const SIZE = { width: 360, height: 64 }
const boxAt = ({ left, top }: { left: number; top: number }): Box => ({
  left,
  top,
  right: left + SIZE.width,
  bottom: top + SIZE.height,
})

test('it stays in its corner if there is nothing to press', () => {
  expect(freePlace(SIZE, [], AREA, 'top')).toEqual({ left: 1072, top: 8, covered: 0 })
  expect(freePlace(SIZE, [], AREA, 'bottom')).toEqual({ left: 1072, top: 828, covered: 0 })
})

test('it moves as little as possible away from a bar and a button in the corner', () => {
  const bar = { left: 232, top: 0, right: 1440, bottom: 56 }
  const button = { left: 1250, top: 76, right: 1416, bottom: 120 }
  const place = freePlace(SIZE, [bar, button], AREA, 'top')
  expect(place.covered).toBe(0)
  expect(coveredBy(boxAt(place), [bar, button])).toBe(0)
  expect(place).toMatchObject({ left: 1072, top: 128 })
})

test('it covers as little as possible if it must cover something', () => {
  const rows = Array.from({ length: 30 }, (_, n) => ({ left: 0, top: n * 30, right: 1440, bottom: n * 30 + 24 }))
  const place = freePlace(SIZE, rows, AREA, 'bottom')
  expect(place.covered).toBeGreaterThan(0)
  for (let top = AREA.top; top <= AREA.bottom - SIZE.height; top += 8)
    expect(coveredBy(boxAt({ left: 1072, top }), rows)).toBeGreaterThanOrEqual(place.covered)
})

test('it stays in the window, and finds a free place if there is one', () => {
  const box = fc
    .tuple(fc.nat(1400), fc.nat(860), fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 300 }))
    .map(([left, top, width, height]) => ({ left, top, right: left + width, bottom: top + height }))
  fc.assert(
    fc.property(fc.array(box, { maxLength: 40 }), fc.constantFrom('top' as const, 'bottom' as const), (taken, from) => {
      const place = freePlace(SIZE, taken, AREA, from)
      const its = boxAt(place)
      expect(its.left >= AREA.left && its.right <= AREA.right && its.top >= AREA.top && its.bottom <= AREA.bottom).toBe(
        true,
      )
      expect(coveredBy(its, taken)).toBe(place.covered)
      if (place.covered === 0) return
      for (let left = AREA.left; left < 1072; left += 24)
        expect(coveredBy(boxAt({ left, top: its.top }), taken)).toBeGreaterThan(0)
    }),
    { numRuns: 60 },
  )
})
