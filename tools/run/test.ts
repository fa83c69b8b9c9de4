import { existsSync, globSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPooler } from '../../tests/support/pooler.ts'
import { ensureChromium } from '../chromium.ts'
import { installPackage } from '../debian.ts'
import { auditPackages } from './audit.ts'
import { build } from './build.ts'
import { endingCode, root, runChild, say } from './child.ts'
import { leftOut, readReport, redJourneys, redTests } from './report.ts'

/**
 * Everything, in the order of DESIGN "Runtime". A failing step does not stop the next; the last line counts failures.
 * With names of areas (`npm test -- appointment patient`), only their tests and journeys, and all types.
 *
 * `TEST_MINUTES`: no journey begins later than that, counted from here; those left out are named and count as skipped
 * (decision 0167). By default everything is run, however long it takes.
 */
export async function testAll(areas: readonly string[] = []): Promise<number> {
  if (areas.length === 0) {
    const minutes = Number(process.env['TEST_MINUTES'] ?? Infinity)
    return runSteps([...checks, countOnce('build', build), vitest([]), ...allJourneys(Date.now() + minutes * 60_000)])
  }
  const parts = areas.map((area) => ({
    area,
    tests: globSync(`{contract,src,server,tests}/**/{${area}/**/*,${area}.*,${area}}.test.{ts,tsx}`, { cwd: root }),
    journeys: globSync(`tests/journeys/${area}*.journey.ts`, { cwd: root }),
  }))
  const unknown = parts.find((part) => part.tests.length + part.journeys.length === 0)
  if (unknown) {
    say(`no test is of an area called ${unknown.area}; the areas are the folders in server/areas and src/areas`)
    return 1
  }
  const tests = [...new Set(parts.flatMap((part) => part.tests))]
  const ways = [...new Set(parts.flatMap((part) => part.journeys))]
  return runSteps([
    checks[0]!, // the types, which an area shares with all others
    ...(tests.length ? [vitest(tests)] : []),
    ...(ways.length ? [countOnce('build', build), journeys(ways)] : []),
  ])
}

/** The quick half, which needs neither a database nor a browser. */
export function checkAll(): Promise<number> {
  return runSteps([...checks, audit, vitest(['--project', 'unit'])])
}

type Count = {
  passed: number
  failed: number
  skipped: number
  reds?: readonly string[]
  leftOut?: readonly string[]
}

/** Runs on our terminal; `folder` is for its report. */
type Step = { name: string; run(folder: string): Promise<Count> }

const checks: Step[] = [
  countOnce('types', () => runChild('tsc', ['--noEmit'], limit)),
  countOnce('lint', () => runChild('oxlint', ['--deny-warnings'], limit)),
  countOnce('format', () => runChild('oxfmt', ['--check'], limit)),
  countOnce('unused code', () => runChild('knip', [], limit)),
]

/** Not a step of `testAll`: a new advisory must not turn an unchanged commit red. */
const audit = countOnce('known faults of packages', () => auditPackages())

/**
 * Ends what hangs, and nothing else: each journey has its own limit. Half of the journeys took 45 minutes on a busy
 * machine.
 */
const limit = { limitMs: 120 * 60_000 }

async function runSteps(steps: Step[]): Promise<number> {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const reds: string[] = []
  const late: string[] = []
  const folder = await mkdtemp(join(tmpdir(), 'bedside-reports-'))
  for (const step of steps) {
    if (endingCode()) break
    say(step.name)
    const count = await step.run(folder)
    total.passed += count.passed
    total.failed += count.failed
    total.skipped += count.skipped
    if (count.failed > 0) say(`${step.name}: ${count.failed} failed`)
    reds.push(...(count.reds ?? []))
    late.push(...(count.leftOut ?? []))
  }
  await rm(folder, { recursive: true })

  // repeated at the end, since an hour of output may follow a failure
  for (const journey of late) console.log(`left out, no time left: ${journey}`)
  for (const red of reds) console.log(`red: ${red}`)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  console.log(`${total.passed} passed, ${total.failed} failed${skipped}`)
  return endingCode() ?? (total.failed > 0 ? 1 : 0)
}

function countOnce(name: string, run: () => Promise<number>): Step {
  return { name, run: async () => ((await run()) === 0 ? { ...nothing, passed: 1 } : { ...nothing, failed: 1 }) }
}

function vitest(args: string[]): Step {
  return {
    name: 'tests',
    async run(folder) {
      // the tests through it are left out without it, and say so
      if (!args.includes('unit') && !findPooler()) await installPackage('pgbouncer')
      const report = join(folder, 'vitest.json')
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const code = await runChild('vitest', ['run', ...reporters, ...args], limit)
      const found = await readReport(report)
      const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, numTodoTests = 0 } = found
      const count = { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
      return { ...honest(code, count), reds: redTests(found) }
    },
  }
}

const journeys = (files: readonly string[], until = Infinity): Step => ({
  name: 'journeys',
  async run(folder) {
    if (!(await ensureChromium())) return { ...nothing, failed: 1 }
    const report = join(folder, 'playwright.json')
    const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, JOURNEYS_UNTIL: String(until) }
    const code = await runChild('playwright', ['test', ...files, '--reporter=list,json'], { ...limit, env })
    const found = await readReport(report)
    const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = found.stats ?? {}
    const count = { passed: expected + flaky, failed: unexpected, skipped, leftOut: leftOut(found) }
    return { ...honest(code, count), reds: redJourneys(found) }
  },
})

/**
 * All journeys. If their time may end first, they begin at another letter each day, so that it is not always the same
 * ones that are left out.
 */
function allJourneys(until: number): Step[] {
  if (!existsSync(join(root, 'playwright.config.ts'))) return []
  if (until === Infinity) return [journeys([])]
  const files = globSync('tests/**/*.journey.ts', { cwd: root }).toSorted()
  const today = Math.floor(Date.now() / 86_400_000)
  const first = (today * STRIDE) % files.length
  return [files.slice(first), files.slice(0, first)]
    .filter((part) => part.length > 0)
    .map((part) => journeys(part, until))
}
/** Prime, so that every file comes first once. */
const STRIDE = 37

const nothing: Count = { passed: 0, failed: 0, skipped: 0 }

/** A runner that fails without a failed test (a file that does not load, a hook, a limit) counts as one failure. */
function honest(code: number, count: Count): Count {
  const unsaid = code !== 0 && count.failed === 0
  const ranNothing = code === 0 && count.passed === 0 && !count.leftOut?.length
  return unsaid || ranNothing ? { ...count, failed: 1 } : count
}
