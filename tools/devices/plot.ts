import { fixed, GREY, INK, page, text } from '../bench/svg.ts'
import { fitOf, MEASURES } from './fit.ts'
import type { Point } from './paced.ts'

const [WIDTH, HEIGHT, LEFT, TOP] = [360, 200, 70, 40] as const

/** Each measure over the number of devices: points as measured, and the line through them; one process grey, two green. */
export function plot(points: readonly Point[]): string {
  const kinds = [...new Set(points.map(({ processes }) => processes))]
  const most = Math.max(...points.map(({ devices }) => devices))
  const parts = MEASURES.flatMap((measure, n) => {
    const [ox, oy] = [(n % 2) * WIDTH, Math.floor(n / 2) * HEIGHT]
    const highest = Math.max(...points.map((point) => point[measure.name]), 1)
    const x = (devices: number) => ox + LEFT + (devices / most) * (WIDTH - LEFT - 20)
    const y = (value: number) => oy + HEIGHT - 30 - (value / highest) * (HEIGHT - TOP - 35)
    const lines = kinds.flatMap((processes) => {
      const ownPoints = points.filter((point) => point.processes === processes)
      const { from, each } = fitOf(ownPoints, measure)
      const colour = processes === 1 ? GREY : INK
      return [
        `<line x1="${fixed(x(0))}" y1="${fixed(y(Math.max(0, from)))}" x2="${fixed(x(most))}" y2="${fixed(y(Math.max(0, from + each * most)))}" stroke="${colour}"/>`,
        ...ownPoints.map(
          (point) =>
            `<circle cx="${fixed(x(point.devices))}" cy="${fixed(y(point[measure.name]))}" r="3" fill="${colour}"/>`,
        ),
      ]
    })
    return [
      text(ox + 8, oy + 22, `${measure.title}, ${measure.unit}`, 'font-weight="600"'),
      `<line x1="${fixed(x(0))}" y1="${fixed(y(0))}" x2="${fixed(x(most))}" y2="${fixed(y(0))}" stroke="#334155"/>`,
      text(x(0) - 6, y(highest) + 4, highest.toFixed(0), 'text-anchor="end"'),
      text(x(0) - 6, y(0) + 4, '0', 'text-anchor="end"'),
      text(x(most), y(0) + 18, `${most.toLocaleString('en')} devices`, 'text-anchor="end"'),
      ...lines,
    ]
  })
  const last = [WIDTH + 8, 2 * HEIGHT + 22] as const
  const legend = kinds.map((processes, n) =>
    text(last[0], last[1] + n * 20, processes === 1 ? 'grey: one process' : `green: ${processes} processes`),
  )
  return page(2 * WIDTH, 3 * HEIGHT, [...parts, ...legend])
}
