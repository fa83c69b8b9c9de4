import type { ReportLine } from '../../../contract/report/report.ts'

export type ReportValues = {
  readonly title: string
  readonly lines: readonly ReportLine[]
  readonly description: string
  readonly comment: string
  /** '': none. */
  readonly appointmentId: string
}

export const blankLine: ReportLine = { test: '', value: '', note: '' }

export const isBlank = ({ test, value, note }: ReportLine) => !`${test}${value}${note}`.trim()

/** Something stands in the row, but not what it is about. */
export const isNameless = (line: ReportLine) => !isBlank(line) && !line.test.trim()

/** The rows as they are sent. */
export const readLines = (lines: readonly ReportLine[]): ReportLine[] =>
  lines
    .filter((line) => !isBlank(line))
    .map(({ test, value, note }) => ({ test: test.trim(), value: value.trim(), note: note.trim() }))

/** The rows of an earlier one after what is typed already, without its values, at most `most`. */
export const withCopied = (lines: readonly ReportLine[], from: readonly ReportLine[], most: number): ReportLine[] =>
  [...lines.filter((line) => !isBlank(line)), ...from.map(({ test }) => ({ ...blankLine, test }))].slice(0, most)
