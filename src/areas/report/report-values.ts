import type { ReportLine } from '../../../contract/report/report.ts'

export type ReportValues = {
  readonly title: string
  readonly lines: readonly ReportLine[]
  readonly description: string
  readonly comment: string
  /** '' for none. */
  readonly appointmentId: string
}

export const blankLine: ReportLine = { test: '', value: '', note: '' }

export const isBlank = ({ test, value, note }: ReportLine) => !`${test}${value}${note}`.trim()

/** The line has text, but no test. */
export const isNameless = (line: ReportLine) => !isBlank(line) && !line.test.trim()

/** The lines as they are sent. */
export const readLines = (lines: readonly ReportLine[]): ReportLine[] =>
  lines
    .filter((line) => !isBlank(line))
    .map(({ test, value, note }) => ({ test: test.trim(), value: value.trim(), note: note.trim() }))

/** The tests of an earlier report, without values, appended to what is typed, at most `most`. */
export const withCopied = (lines: readonly ReportLine[], from: readonly ReportLine[], most: number): ReportLine[] =>
  [...lines.filter((line) => !isBlank(line)), ...from.map(({ test }) => ({ ...blankLine, test }))].slice(0, most)
