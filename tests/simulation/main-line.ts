// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { parseArgs } from 'node:util'
import { BROKEN } from './mutate.ts'
import { simulateOnLines } from './real-line.ts'
import { freshSeed } from './simulate.ts'

/**
 * Like `main.ts`, over real lines: `node tests/simulation/main-line.ts [--seed n] [--seconds n] [--steps n] [--trace]`.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seconds: { type: 'string' },
    steps: { type: 'string' },
    trace: { type: 'boolean' },
  },
})
const until = Date.now() + Number(values.seconds ?? 0) * 1000
do {
  const seed = values.seed ? Number(values.seed) : freshSeed()
  const since = Date.now()
  const { problems, done, figures } = await simulateOnLines(seed, {
    steps: Number(values.steps ?? 200),
    ...(values.trace && { trace: (line) => console.log(line) }),
  })
  console.log(
    `seed ${seed}: ${problems.length ? 'broken' : 'held'} in ${Date.now() - since} ms ${JSON.stringify(done)}`,
  )
  for (const figure of figures) console.log(`  ${figure}`)
  for (const problem of problems.slice(0, 8)) console.log(`  ${problem.slice(0, 600)}`)
  if (problems.length) process.exit(BROKEN)
} while (Date.now() < until)
process.exit(0)
