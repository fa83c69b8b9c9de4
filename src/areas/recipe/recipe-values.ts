import type { RecipeLine } from '../../../contract/recipe/recipe.ts'

/** A line while it is typed; the days are text. */
export type TypedLine = Omit<RecipeLine, 'days'> & { readonly days: string }
export type RecipeValues = {
  readonly lines: readonly TypedLine[]
  readonly note: string
  /** '' for none. */
  readonly appointmentId: string
}

export const blankLine: TypedLine = { drug: '', dose: '', times: '', days: '', note: '' }

export const isBlank = (line: TypedLine) => Object.values(line).every((value) => value.trim() === '')

/** The invalid field of a line, if any; an empty line is left out and never invalid. */
export function wrongIn(line: TypedLine): 'drug' | 'days' | null {
  if (isBlank(line)) return null
  if (!line.drug.trim()) return 'drug'
  return line.days.trim() && !/^[1-9]\d{0,3}$/.test(line.days.trim()) ? 'days' : daysOf(line) > 3650 ? 'days' : null
}

/** The lines as they are sent. */
export const readLines = (lines: readonly TypedLine[]): RecipeLine[] =>
  lines
    .filter((line) => !isBlank(line))
    .map((line) => ({
      drug: line.drug.trim(),
      dose: line.dose.trim(),
      times: line.times.trim(),
      days: line.days.trim() ? daysOf(line) : null,
      note: line.note.trim(),
    }))

/** The lines of an earlier recipe, appended to what is typed, at most `most`. */
export const withCopied = (lines: readonly TypedLine[], from: readonly RecipeLine[], most: number): TypedLine[] =>
  [...lines.filter((line) => !isBlank(line)), ...from.map(asTyped)].slice(0, most)

/** A line that was given before, as form values. */
const asTyped = (line: RecipeLine): TypedLine => ({ ...line, days: line.days === null ? '' : String(line.days) })

/** Whether the form holds all lines of an earlier recipe unchanged. */
export const holds = (lines: readonly TypedLine[], issued: readonly RecipeLine[]) =>
  issued.every((line) => lines.some((each) => same(each, asTyped(line))))

/** The form without the lines of an earlier recipe. */
export const withoutGiven = (lines: readonly TypedLine[], issued: readonly RecipeLine[]) =>
  lines.filter((line) => !issued.some((each) => same(line, asTyped(each))))

/**
 * What a doctor gives, from recent recipes, newest first: each set of medicines once, most frequent first, of equals
 * the newer; at most `most`.
 */
export function oftenGiven(issued: readonly (readonly RecipeLine[])[], most: number): (readonly RecipeLine[])[] {
  const counts = new Map<string, { readonly lines: readonly RecipeLine[]; n: number }>()
  for (const lines of issued) {
    const key = JSON.stringify(lines)
    const known = counts.get(key) ?? { lines, n: 0 }
    known.n++
    counts.set(key, known)
  }
  return [...counts.values()]
    .toSorted((a, b) => b.n - a.n)
    .slice(0, most)
    .map(({ lines }) => lines)
}

const FIELDS = ['drug', 'dose', 'times', 'days', 'note'] as const
const same = (a: TypedLine, b: TypedLine) => FIELDS.every((field) => a[field].trim() === b[field].trim())

const daysOf = ({ days }: TypedLine) => Number(days.trim())
