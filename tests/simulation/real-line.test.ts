// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { simulateOnLines } from './real-line.ts'

/**
 * A short program, the same each time; `npm run soak` continues with new and longer ones. The second one has found a
 * fault in the engine.
 */
const STEPS = 50
const SEED = 2

/**
 * The programs of `simulation.test.ts` over real HTTP (issue 28, "The proof grows"). A failure names the promise and
 * the seed; `node tests/simulation/main-line.ts --seed 123 --steps 50 --trace` makes the same program again.
 */
test('I1–I12 hold over real lines: fills of several pages, a restored data folder, a promoted replica, time and bytes compared with the line’s own', async () => {
  const { problems, done, figures } = await simulateOnLines(SEED, { steps: STEPS })
  console.log(
    `real lines: seed ${SEED}, ${figures.length} queues emptied, of the longest ${figures.toSorted(bySeconds)[0]}`,
  )
  expect(problems).toEqual([])
  // a program in which nothing happens would prove nothing
  expect([done['promotion'], done['restore']]).toEqual([1, 1])
  expect(figures.length).toBeGreaterThan(7)
  expect((done['line online'] ?? 0) + (done['line offline'] ?? 0)).toBeGreaterThan(3)
}, 240_000)

const bySeconds = (a: string, b: string) => Number.parseFloat(b) - Number.parseFloat(a)
