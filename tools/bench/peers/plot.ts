import { EMPTY } from './peers.ts'
import { summary } from './samples.ts'
import { fixed, GREY, INK, page, text } from '../svg.ts'
import { questionsOf, type Results } from './results.ts'

const WIDTH = 760
const LABEL = 200
const BAR = 18
const HEAD = 34

/**
 * The medians as bars, one group per question, each relative to the longest of its group, with a thin line from the
 * smallest to the largest value.
 */
export function plot({ options, contestants, samples }: Results): string {
  let y = 8
  const parts: string[] = []
  for (const { name, title, unit } of questionsOf(options)) {
    const series = [...contestants, EMPTY].flatMap((who) => {
      const { ms } = summary(samples, name, who.name)
      return ms ? [{ title: who.title, ...ms }] : []
    })
    if (series.length === 0) continue
    const longest = Math.max(...series.map(({ most }) => most))
    const x = (ms: number) => LABEL + (ms / longest) * (WIDTH - LABEL - 90)
    parts.push(text(8, y + 20, `${title}, ${unit}`, 'font-weight="600"'))
    y += HEAD
    for (const { title: who, median, least, most } of series) {
      const middle = y + BAR / 2 - 2
      parts.push(
        text(LABEL - 8, y + 12, who, 'text-anchor="end"'),
        `<rect x="${LABEL}" y="${y}" width="${fixed(x(median) - LABEL)}" height="${BAR - 4}" fill="${who === 'Bedside' ? INK : GREY}"/>`,
        `<line x1="${fixed(x(least))}" x2="${fixed(x(most))}" y1="${middle}" y2="${middle}" stroke="#334155"/>`,
        text(x(most) + 8, y + 12, unit === 's' ? (median / 1000).toFixed(2) : median.toFixed(0)),
      )
      y += BAR
    }
    y += 10
  }
  return page(WIDTH, y, parts)
}
