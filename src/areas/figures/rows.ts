import { KEYS, type FigureGroup } from '../../../contract/figures/figures.lists.ts'
import { noFigures } from '../../../contract/figures/figures.rules.ts'
import type { FigureLine } from '../../../contract/figures/figures.ts'

/** A group in both periods; `before` is undefined while it is fetched. */
export type FigureRow = {
  readonly key: string | null
  readonly name: string
  readonly now: FigureLine
  readonly before: FigureLine | undefined
}

type Lines = readonly FigureLine[]

export const wholeOf = (lines: Lines): FigureLine => find(lines, 'all', null)

/** The rows of a group: all known keys, or those that occur in one of the two periods, by name. */
export function rowsOf(
  by: FigureGroup,
  now: Lines,
  before: Lines | undefined,
  nameOf: (key: string) => string,
  compare: (a: string, b: string) => number,
): readonly FigureRow[] {
  const known = KEYS[by]
  const occurring = [...now, ...(before ?? [])].flatMap((line) =>
    line.by === by && line.key !== null ? [line.key] : [],
  )
  const rows = [...new Set(known ?? occurring)].map((key) => ({
    key,
    name: nameOf(key),
    now: find(now, by, key),
    before: before && find(before, by, key),
  }))
  return known ? rows : rows.toSorted((a, b) => compare(a.name, b.name))
}

const find = (lines: Lines, by: FigureLine['by'], key: string | null) =>
  lines.find((line) => line.by === by && line.key === key) ?? noFigures(by, key)
