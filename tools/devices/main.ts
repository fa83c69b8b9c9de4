import { parseArgs } from 'node:util'
import { createPool } from '../../server/db/pool.ts'
import { openProcesses } from '../../tests/support/processes.ts'
import { buildWorld } from '../../tests/support/world.ts'
import { say } from '../run/child.ts'
import { measureMixed, type Mixed } from './mixed.ts'
import { EACH, makeOwners } from './owners.ts'
import { measurePaced, type Point } from './paced.ts'
import { writeResults } from './write.ts'

/**
 * `npm run bench -- --devices 1000`: what a device costs, by a tenth, a third and all of so many simulated ones on one process and on two, and what a
 * million would (issue 29.12); then two processes beside one under a mixed load. Loopback only, some five minutes. Nothing here is judged (decision 0122).
 */
const { values } = parseArgs({ options: { devices: { type: 'string', default: '1000' } } })
const most = Math.ceil(Number(values.devices) / EACH) * EACH
if (!(most >= 100 && most <= 20_000)) throw new Error('--devices is a number from 100 to 20000')
const sizes = [most * 0.1, most * 0.3, most].map((size) => Math.ceil(size / EACH) * EACH)

const points: Point[] = []
let mixed: Mixed | null = null
for (const processes of [1, 2]) {
  const server = await openProcesses()
  try {
    await server.start()
    const pool = createPool(server.url, 2)
    try {
      const world = await buildWorld(pool, Date.now())
      const owners = await makeOwners(pool, world, most)
      for (let n = 1; n < processes; n++) await server.start()
      points.push(...(await measurePaced(server, pool, owners, sizes, say)))
      if (processes === 2) mixed = await measureMixed(server, pool, owners)
    } finally {
      await pool.end()
    }
  } finally {
    await server.close()
  }
}
console.log(await writeResults({ points, mixed: mixed! })) // measured with the last
say('written to docs/bench/devices.md, .svg and .json')
