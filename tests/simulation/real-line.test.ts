// first of all imports: Dexie looks for IndexedDB when it is loaded
import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { simulateOnLines } from './real-line.ts'
import { freshSeed } from './simulate.ts'

/** A short program; `npm run soak` goes on with longer ones. */
const STEPS = 50

/**
 * The programs of `simulation.test.ts` over real HTTP (issue 28, "The proof grows"). A failure names the promise and the seed;
 * `node tests/simulation/main-line.ts --seed 123 --steps 50 --trace` makes the same program again.
 */
test('I1–I12 hold over real lines: fills of several pages, a data folder put back, a replica promoted, time and bytes held against the line’s own', async () => {
  const seed = freshSeed()
  const { problems, done, figures } = await simulateOnLines(seed, { steps: STEPS })
  console.log(
    `real lines: seed ${seed}, ${figures.length} queues emptied, of the longest ${figures.toSorted(bySeconds)[0]}`,
  )
  expect({ seed, problems }).toEqual({ seed, problems: [] })
  // a program that meets nothing would hold for ever
  expect([done['promotion'], done['restore']]).toEqual([1, 1])
  expect(figures.length).toBeGreaterThan(7)
  expect((done['line online'] ?? 0) + (done['line offline'] ?? 0)).toBeGreaterThan(3)
}, 240_000)

const bySeconds = (a: string, b: string) => Number.parseFloat(b) - Number.parseFloat(a)
