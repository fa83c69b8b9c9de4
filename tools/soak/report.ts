import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import type { Figure } from '../../tests/support/figure.ts'
import { root, runChild, say } from '../run/child.ts'
import { readReport } from '../run/report.ts'
import { FAULTS, GOALS, type OperationGoal, type Run } from './goals.ts'
import { loadBesideAttacks } from './load.ts'

const PAGE = 'docs/operated.md'
/** Minutes of load at least. A part is a fifth of it: of 3,000 answers, a hundredth is more than one pause of the machine. */
const LOAD_LEAST = 5
const [BEGIN, END] = ['<!-- operated: npm run soak -- --report -->', '<!-- /operated -->']

/**
 * Runs what shows the goals of operation, once, and writes `docs/operated.md` from what these runs measured, and the lines of the README that
 * quote it. `minutes`: of load; they also say how often crashes are repeated. False where anything broke, which the page says too.
 */
export async function report(minutes: number): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'bedside-report-'))
  const [kept, results] = [join(folder, 'figures'), join(folder, 'vitest.json')]
  try {
    const loadHeld = await withFigures(kept, () => loadBesideAttacks(Math.min(Math.max(minutes, LOAD_LEAST), 10)))
    const env = {
      BEDSIDE_SOAK: String(Math.max(2, Math.min(50, Math.round((minutes * 5) / 3)))),
      BEDSIDE_FIGURES: kept,
    }
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`]
    await runChild('vitest', ['run', ...reporters, ...testFiles()], { env })
    const done: Done = {
      load: loadHeld,
      tests:
        (await readReport(results)).testResults?.flatMap(({ name, assertionResults }) =>
          assertionResults.map(({ fullName, status }) => ({ file: relative(root, name), fullName, status })),
        ) ?? [],
      figures: (await readFile(kept, 'utf8').catch(() => ''))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Figure),
    }
    await writeFile(join(root, PAGE), await pageOf(done, minutes))
    await quote(done)
    say(`written to ${PAGE} and quoted in README.md`)
    return [...GOALS.flatMap(({ runs }) => runs), ...FAULTS.flatMap(([, ...runs]) => runs)].every(
      (run) => verdictOf(done, run) !== 'BROKE',
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Done = {
  readonly load: boolean
  readonly tests: readonly { readonly file: string; readonly fullName: string; readonly status: string }[]
  readonly figures: readonly Figure[]
}

/** What measures in this process keeps its figures in the same file. */
async function withFigures<T>(kept: string, work: () => Promise<T>): Promise<T> {
  process.env['BEDSIDE_FIGURES'] = kept
  try {
    return await work()
  } finally {
    delete process.env['BEDSIDE_FIGURES']
  }
}

const testFiles = () => [
  ...new Set(
    [...GOALS.flatMap(({ runs }) => runs), ...FAULTS.flatMap(([, ...runs]) => runs)].flatMap((run) =>
      'file' in run && run.file.endsWith('.test.ts') ? [run.file] : [],
    ),
  ),
]

const JOURNEY = 'a journey of `npm test`'
type Verdict = 'held' | 'BROKE' | typeof JOURNEY

/** A run that has no test here ran nowhere, and so holds nothing. */
function verdictOf({ load, tests }: Done, run: Run): Verdict {
  if ('part' in run) return load ? 'held' : 'BROKE'
  if (run.file.endsWith('.journey.ts')) return JOURNEY
  const its = testsOf(tests, run)
  return its.length > 0 && its.every(({ status }) => status === 'passed') ? 'held' : 'BROKE'
}

const testsOf = (tests: Done['tests'], { file, tests: name }: Extract<Run, { file: string }>) =>
  tests.filter((its) => its.file === file && (!name || name.test(its.fullName)))

async function pageOf(done: Done, minutes: number): Promise<string> {
  const { stdout: commit } = await promisify(execFile)('git', ['log', '-1', '--format=%h of %cs'], { cwd: root })
  const count = (is: (verdicts: readonly Verdict[]) => boolean) =>
    FAULTS.filter(([, ...runs]) => is(runs.map((run) => verdictOf(done, run)))).length
  return `# In operation

Written by \`npm run soak -- --report --minutes ${minutes}\` on ${new Date().toISOString().slice(0, 10)}, commit ${commit.trim()}, on ${machine()}. Figures are
what the named runs measured in that one run; nothing is typed by hand. Times are this machine's, which did other work too.

${GOALS.map((goal) => partOf(done, goal)).join('\n\n')}

## G6: ${FAULTS.length} faults

Met and survived in this run: ${count((all) => all.length > 0 && all.every((each) => each === 'held'))}. Met by journeys of \`npm test\`, which this command does not run: ${count((all) => all.includes(JOURNEY))}. Without a run
of their own: ${count((all) => all.length === 0)}.

| | fault | by |
| --- | --- | --- |
${FAULTS.map(([fault, ...runs], n) => `| ${n + 1} | ${fault} | ${runs.map((run) => nameOf(done, run)).join('; ') || 'no run of its own'} |`).join('\n')}
`
}

function partOf(done: Done, { goal, title, asks, runs, open }: OperationGoal): string {
  const figures = done.figures.filter((each) => each.goal === goal)
  const table = figures.length
    ? `\n| | |\n| --- | --- |\n${figures.map(({ words, value }) => `| ${words} | ${value} |`).join('\n')}\n`
    : ''
  return `## ${goal}: ${title}

Goal: ${asks}
${table}
${runs.map((run) => `- ${nameOf(done, run)}`).join('\n')}${open ? `\n\n${open}` : ''}`
}

function nameOf(done: Done, run: Run): string {
  if ('part' in run) return `\`npm run soak -- --only ${run.part}\`: ${verdictOf(done, run)}`
  const count = testsOf(done.tests, run).length
  return `\`${run.file}\`: ${verdictOf(done, run)}${count ? `, ${count} ${count === 1 ? 'test' : 'tests'}` : ''}`
}

const machine = () =>
  `${availableParallelism()} cores of ${cpus()[0]?.model ?? arch()}, ${Math.round(totalmem() / 2 ** 30)} GB`

/** The README says the figures of the three processes and of the crashes. */
async function quote(done: Done): Promise<void> {
  const path = join(root, 'README.md')
  const [before = '', rest = ''] = (await readFile(path, 'utf8')).split(BEGIN)
  const after = rest.split(END)[1]
  if (after === undefined) throw new Error(`README.md has no place for the figures: ${BEGIN}`)
  const lines = (['G12', 'G15'] as const).map((goal) => {
    const { title } = GOALS.find((its) => its.goal === goal)!
    const quoted = done.figures.filter((each) => each.goal === goal).map(({ words, value }) => `${words}: ${value}`)
    return `- ${title}. ${quoted.join('; ')}.`
  })
  await writeFile(path, `${before}${BEGIN}\n${lines.join('\n')}\n${END}${after}`)
}
