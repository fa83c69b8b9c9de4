import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startTestPostgres } from '../../tests/support/database-server.ts'
import { hunt } from '../../tests/simulation/mutate.ts'
import { mutants } from '../../tests/simulation/mutants.ts'
import { ensureChromium } from '../chromium.ts'
import { passSignalsOn, root, runChild, say } from '../run/child.ts'
import { takeOutDefences } from './defences.ts'
import { loadBesideAttacks } from './load.ts'
import { stopBehindProxy } from './proxy.ts'
import { report } from './report.ts'
import { scan } from './scanners.ts'

/**
 * What `npm test` has no time for, for as long as asked: `npm run soak -- --minutes 30 [--only programs|lines|mutants|defences|faults|hostile|walk|load|proxy|scan|many]`. Half
 * of the time goes to the simulation's programs from fresh seeds, a sixth to those over real lines; then every deliberate fault is hunted once, every defence is taken out once, `tests/faults` and
 * `tests/sync` run longer, every text of every call meets every hostile string, and the walk takes every screen × person × language × width × theme. Then a hundred
 * desks work beside each attack for ten minutes at most, a server behind nginx is stopped, three scanners look at a demo server, and three processes on one
 * database lose one of them and the database. `--report` instead runs what shows the goals of operation (TRUST G6, G11–G15, G19, G20), and writes
 * `docs/operated.md` from it. Exits with 1 where something broke.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    only: { type: 'string' },
    report: { type: 'boolean', default: false },
  },
})
const minutes = Number(values.minutes)
if (!(minutes > 0)) throw new Error('--minutes is a number above 0')

const parts: Readonly<Record<string, () => Promise<boolean>>> = {
  programs,
  lines,
  mutants: huntAll,
  defences: takeOutDefences,
  faults,
  hostile,
  walk,
  load: () => loadBesideAttacks(Math.min(minutes, 10)),
  proxy: stopBehindProxy,
  scan,
  many,
}
if (values.only && !parts[values.only]) throw new Error(`--only is one of ${Object.keys(parts).join(', ')}`)

passSignalsOn()
const held: boolean[] = []
for (const [name, run] of Object.entries(values.report ? { report: () => report(minutes) } : parts)) {
  if (values.only && name !== values.only) continue
  say(`soak: ${name}`)
  const since = Date.now()
  const ok = await run()
  held.push(ok)
  say(`soak: ${name} ${ok ? 'held' : 'BROKE'} after ${Math.round((Date.now() - since) / 60_000)} min`)
}
process.exitCode = held.every(Boolean) ? 0 : 1

/** One line per seed; a new process every five minutes, so that none grows. */
async function programs(): Promise<boolean> {
  const { url, end } = await startTestPostgres()
  try {
    const until = Date.now() + minutes * 60_000 * (values.only ? 1 : 0.5)
    for (let left = until - Date.now(); left > 0; left = until - Date.now()) {
      const seconds = String(Math.ceil(Math.min(left, 300_000) / 1000))
      const script = join(root, 'tests', 'simulation', 'main.ts')
      if ((await runChild(process.execPath, [script, '--postgres', url, '--seconds', seconds])) !== 0) return false
    }
    return true
  } finally {
    await end()
  }
}

/** The same over real HTTP, each with its own PostgreSQL. */
async function lines(): Promise<boolean> {
  const seconds = String(Math.ceil((minutes * 60) / (values.only ? 1 : 6)))
  const script = join(root, 'tests', 'simulation', 'main-line.ts')
  return (await runChild(process.execPath, [script, '--seconds', seconds])) === 0
}

async function huntAll(): Promise<boolean> {
  const { url, end } = await startTestPostgres()
  const missed: string[] = []
  try {
    for (const mutant of mutants) {
      const { caught, seeds, output } = await hunt(mutant, url, { seeds: 150, seconds: 300 })
      const by = output.split('\n').find((line) => line.startsWith('  '))
      say(
        `${caught ? `caught after ${seeds}` : `MISSED in ${seeds}`} programs: ${mutant.name}${by ? ` —${by.slice(1, 100)}` : ''}`,
      )
      if (!caught) missed.push(mutant.name)
    }
  } finally {
    await end()
  }
  return missed.length === 0
}

/** In half an hour 50,000 changes (TRUST G5) and 200 kills (G15). */
async function faults(): Promise<boolean> {
  const env = { BEDSIDE_SOAK: String(Math.max(1, Math.min(50, Math.round((minutes * 5) / 3)))) }
  return (
    (await runChild('vitest', ['run', '--project', '!unit', 'tests/faults', 'tests/sync'], {
      env,
    })) === 0
  )
}

/**
 * Three processes on one PostgreSQL (G12): kills, stops, and a database that is away for 30 s, repeated until the time
 * is over.
 */
async function many(): Promise<boolean> {
  const until = Date.now() + (values.only ? minutes * 60_000 : 0)
  do {
    const env = { BEDSIDE_SOAK: '2' }
    if ((await runChild('vitest', ['run', '--project', 'server', 'tests/faults/many.test.ts'], { env })) !== 0)
      return false
  } while (Date.now() < until)
  return true
}

/** Calls each row as often as there are strings. */
async function hostile(): Promise<boolean> {
  return (
    (await runChild('vitest', ['run', '--project', 'server', 'tests/api/hostile.test.ts'], {
      env: { BEDSIDE_SOAK: '1' },
    })) === 0
  )
}

async function walk(): Promise<boolean> {
  if (!(await ensureChromium())) return false
  return (await runChild('playwright', ['test', 'walk', '--reporter=list'], { env: { BEDSIDE_SOAK: '1' } })) === 0
}
