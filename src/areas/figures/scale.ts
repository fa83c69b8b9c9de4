/** The end of an axis that holds these values, and its ticks: five steps of a round number. */
export function scaleOf(values: readonly number[], unit: 'percent' | 'days', whole: boolean): readonly number[] {
  const highest = Math.max(0, ...values)
  const ends = unit === 'percent' ? (whole ? [100] : [5, 10, 20, 50, 100]) : [5, 10, 20, 50, 100, 200, 500]
  const end = ends.find((each) => each >= highest) ?? Math.ceil(highest / 500) * 500
  return [0, 1, 2, 3, 4, 5].map((step) => (end / 5) * step)
}
