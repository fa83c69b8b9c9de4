import { expect, test } from 'vitest'
import { fitOf, lineThrough, MEASURES } from '../../tools/devices/fit.ts'
import type { Point } from '../../tools/devices/paced.ts'
import { plot } from '../../tools/devices/plot.ts'

/** `npm run bench -- --devices`: what it concludes from its measurements. */
const points: readonly Point[] = [1, 2].flatMap((processes) =>
  [0, 100, 300, 1000].map((devices) => ({
    processes,
    devices,
    serverMs: 5 + 0.5 * devices,
    databaseMs: 2 * devices,
    kB: 90_000 * processes + 40 * devices,
    bytes: 30 * devices,
    connections: 20 * processes + devices,
    seen: '',
  })),
)

test('a device costs the slope of the line, whatever an empty server takes', () => {
  const of = (processes: number, name: string) =>
    fitOf(
      points.filter((point) => point.processes === processes),
      MEASURES.find((measure) => measure.name === name)!,
    )
  expect(of(2, 'serverMs').each).toBeCloseTo(0.5)
  expect(of(2, 'kB')).toMatchObject({ from: expect.closeTo(180_000), each: expect.closeTo(40), fit: expect.closeTo(1) })
  expect(of(1, 'connections').from).toBeCloseTo(20)
})

test('points that are not on a line are reported', () => {
  expect(
    lineThrough([
      [0, 0],
      [1, 10],
      [2, 0],
      [3, 10],
    ]).fit,
  ).toBeLessThan(0.5)
  expect(
    lineThrough([
      [0, 3],
      [1, 3],
    ]),
  ).toEqual({ from: 3, each: 0, fit: 1 })
})

test('each measure is plotted: one dot per point, and one line per number of processes', () => {
  const svg = plot(points)
  expect(svg.match(/<circle /g)).toHaveLength(points.length * MEASURES.length)
  expect(svg).not.toContain('NaN')
})
