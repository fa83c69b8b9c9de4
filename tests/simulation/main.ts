// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { parseArgs } from 'node:util'
import { BROKEN } from './mutate.ts'
import { freshSeed, simulate } from './simulate.ts'

/**
 * Runs programs one after the other, without a test runner:
 * `node tests/simulation/main.ts --postgres <url> [--seed n] [--seeds n] [--seconds n] [--trace] [--sql text]`. Prints
 * a line for each seed; exits with 3 at the first one that breaks a promise. The server at the url must hold the
 * migrated template of tests/support/database-server.ts; `sql` runs first in each database.
 */
const { values } = parseArgs({
  options: {
    postgres: { type: 'string' },
    seed: { type: 'string' },
    seeds: { type: 'string' },
    seconds: { type: 'string' },
    trace: { type: 'boolean' },
    sql: { type: 'string' },
  },
})
if (!values.postgres) throw new Error('--postgres is missing')
const until = Date.now() + Number(values.seconds ?? 600) * 1000
const most = Number(values.seeds ?? (values.seed ? 1 : Infinity))
for (let n = 0; n < most && Date.now() < until; n++) {
  const seed = values.seed ? Number(values.seed) + n : freshSeed()
  const since = Date.now()
  const { problems, done } = await simulate(seed, values.postgres, {
    ...(values.trace && { trace: (line) => console.log(line) }),
    ...(values.sql && { sql: values.sql }),
  })
  console.log(
    `seed ${seed}: ${problems.length ? 'broken' : 'held'} in ${Date.now() - since} ms ${JSON.stringify(done)}`,
  )
  for (const problem of problems.slice(0, 8)) console.log(`  ${problem.slice(0, 600)}`)
  if (problems.length) process.exit(BROKEN)
}
process.exit(0)
