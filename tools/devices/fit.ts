import type { Point } from './paced.ts'

/** A straight line through points by least squares: `y = from + each * x`, and how much of the spread it explains, 0 to 1. */
export type Line = { readonly from: number; readonly each: number; readonly fit: number }

export function lineThrough(points: readonly (readonly [x: number, y: number])[]): Line {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const sum = (of: (x: number, y: number) => number) => points.reduce((all, [x, y]) => all + of(x - mx, y - my), 0)
  const each = sum((x, y) => x * y) / sum((x) => x * x)
  const spread = sum((_, y) => y * y)
  return { from: my - each * mx, each, fit: spread === 0 ? 1 : (each * sum((x, y) => x * y)) / spread }
}

/** What is measured of each point, in words, with its unit per device. */
export const MEASURES = [
  { name: 'serverMs', title: 'Processor of the servers', unit: 'ms a second' },
  { name: 'databaseMs', title: 'Processor of the database', unit: 'ms a second' },
  { name: 'kB', title: 'Memory of the servers', unit: 'kB' },
  { name: 'bytes', title: 'Bytes both ways', unit: 'bytes a second' },
  { name: 'connections', title: 'Connections', unit: 'sockets' },
] as const satisfies readonly { readonly name: keyof Point; readonly title: string; readonly unit: string }[]

export type Measure = (typeof MEASURES)[number]

export const fitOf = (points: readonly Point[], { name }: Measure): Line =>
  lineThrough(points.map((point) => [point.devices, point[name]]))
