import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { NO_TIME_LEFT } from '../../tests/journeys/support/in-time.ts'
import { root } from './child.ts'

/**
 * One line for each failed test, and for each file that failed outside its tests: file, test, and the first line of the
 * error.
 */
export function redTests({ testResults = [] }: Report): string[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    const outside = status === 'failed' && failed.length === 0 ? [`${relative(root, name)}: ${firstLine(message)}`] : []
    return [
      ...outside,
      ...failed.map((test) => `${relative(root, name)}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`),
    ]
  })
}

/** The same for journeys; those that passed only at a retry are marked. */
export function redJourneys({ suites = [] }: Report): string[] {
  return suites.flatMap((suite) => [
    ...redJourneys(suite),
    ...(suite.specs ?? []).flatMap(({ file, line, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) => {
          const why = results.find(({ error }) => error)?.error?.message
          return `${file}:${line} ${title}${status === 'flaky' ? ' (passed at its second try)' : ''}: ${firstLine(why)}`
        }),
    ),
  ])
}

/** Journeys that were left out because the run's time was over. */
export function leftOut({ suites = [] }: Report): string[] {
  return suites.flatMap((suite) => [
    ...leftOut(suite),
    ...(suite.specs ?? [])
      .filter(({ tests }) => tests.some(({ annotations }) => annotations.some(isLeftOut)))
      .map(({ file, line, title }) => `${file}:${line} ${title}`),
  ])
}
const isLeftOut = ({ type, description }: Annotation) => type === 'skip' && description === NO_TIME_LEFT

const firstLine = (text = 'no reason given') => stripVTControlCharacters(text).split('\n')[0]

export type Report = {
  numPassedTests?: number
  numFailedTests?: number
  numPendingTests?: number
  numTodoTests?: number
  testResults?: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
  stats?: { expected?: number; flaky?: number; unexpected?: number; skipped?: number }
  suites?: (Pick<Report, 'suites'> & { specs?: Spec[] })[]
}

type Spec = {
  file: string
  line: number
  title: string
  tests: { status: string; annotations: Annotation[]; results: { error?: { message?: string } }[] }[]
}

type Annotation = { type: string; description?: string }

/** The output of vitest's and Playwright's JSON reporters; empty if the runner did not get that far. */
export async function readReport(path: string): Promise<Report> {
  const text = await readFile(path, 'utf8').catch(() => '{}')
  return JSON.parse(text) as Report // the runners' own formats, of pinned versions
}
