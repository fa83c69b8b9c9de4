import type { RecipeLine } from '../../../contract/recipe/recipe.ts'

/** A row while it is typed: days as they stand in the field. */
export type TypedLine = Omit<RecipeLine, 'days'> & { readonly days: string }
export type RecipeValues = {
  readonly lines: readonly TypedLine[]
  readonly note: string
  /** '': none. */
  readonly appointmentId: string
}

export const blankLine: TypedLine = { drug: '', dose: '', times: '', days: '', note: '' }

export const isBlank = (line: TypedLine) => Object.values(line).every((value) => value.trim() === '')

/** What is wrong with a row, by its field; a row of which nothing is typed is left out and wrong in nothing. */
export function wrongIn(line: TypedLine): 'drug' | 'days' | null {
  if (isBlank(line)) return null
  if (!line.drug.trim()) return 'drug'
  return line.days.trim() && !/^[1-9]\d{0,3}$/.test(line.days.trim()) ? 'days' : daysOf(line) > 3650 ? 'days' : null
}

/** The rows as they are sent. */
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

/** The rows of an earlier one after what is typed already, at most `most`. */
export const withCopied = (lines: readonly TypedLine[], from: readonly RecipeLine[], most: number): TypedLine[] =>
  [
    ...lines.filter((line) => !isBlank(line)),
    ...from.map((line) => ({ ...line, days: line.days === null ? '' : String(line.days) })),
  ].slice(0, most)

const daysOf = ({ days }: TypedLine) => Number(days.trim())
