// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { readFile } from 'node:fs/promises'
import { expect, inject, test } from 'vitest'
import { queuedCalls } from '../../contract/calls.ts'
import { acts } from './acts.ts'
import { freshSeed, simulate, type Outcome } from './simulate.ts'

/** Seeds of programs that once broke a promise, and how. */
type Corpus = readonly { readonly seed: number; readonly found: string }[]

/** As long as `npm test` can afford; `npm run soak` runs as long as requested. */
const SECONDS = 50
const FEWEST = 4

test('every queued call of the contract has an act in the simulation', () => {
  expect(queuedCalls.filter((call) => !acts[call])).toEqual([])
})

/**
 * SYNC "Proof" 2: the real engine on several devices with several tabs, the real server on real PostgreSQL, and
 * everything between them failing. A failure names the promise and the seed; `docs/sync.md` says how to run it again.
 */
test(
  'I1–I12 hold after programs of user acts in a faulty world, from old and fresh seeds',
  async () => {
    const until = Date.now() + SECONDS * 1000
    const corpus = JSON.parse(await readFile(new URL('corpus.json', import.meta.url), 'utf8')) as Corpus // our own file
    const seen: Outcome[] = []
    const run = async (seed: number) => {
      const outcome = await simulate(seed, inject('postgresUrl'))
      seen.push(outcome)
      expect({ seed, problems: outcome.problems }).toEqual({ seed, problems: [] })
    }
    const fresh: number[] = []
    try {
      for (const { seed } of corpus) if (Date.now() < until) await run(seed)
      while (Date.now() < until || fresh.length < FEWEST) {
        fresh.push(freshSeed())
        await run(fresh.at(-1)!)
      }
    } finally {
      console.log(`simulation: ${seen.length} programs, fresh seeds ${fresh.join(' ')}`)
    }
    // a simulation that does nothing would prove nothing
    const total = (what: string) => seen.reduce((sum, { done }) => sum + (done[what] ?? 0), 0)
    expect(total('line online')).toBeGreaterThan(20)
    expect(total('line offline')).toBeGreaterThan(5)
    expect(total('appointment.update')).toBeGreaterThan(20)
    expect(total('month kept')).toBeGreaterThan(10)
  },
  (SECONDS + 120) * 1000,
)
