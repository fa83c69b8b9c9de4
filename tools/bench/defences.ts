import { rm } from 'node:fs/promises'
import { hashPassword, verifyPassword } from '../../server/identity/password.ts'
import { BYPASS, undefended, unguarded } from '../../tests/attacks/undefended.ts'
import { openServer, type TestServer } from '../../tests/journeys/support/server.ts'
import { copyWith } from '../../tests/simulation/mutate.ts'
import type { Mutant } from '../../tests/simulation/mutant.ts'
import { hold, median, spread } from './figures.ts'
import { openDesk, type Cost, type Desk } from './load.ts'

/**
 * Repeated after signing in again, since so many rounds are what one token may ask in a minute (TRUST D4). The first
 * one is not counted.
 */
const SERIES = 5
const ROUNDS = 20
const REQUESTS = 48
const SIGN_INS = 15

/**
 * The cost of the security checks (issue 27, Speed; decision 0123): this server and two copies of it without them, each
 * on demo data and its own database, with the same requests in turn.
 */
export async function reportDefences(server: TestServer): Promise<void> {
  const [around, bare] = [await openWithout(unguarded), await openWithout(undefended)]
  try {
    await switchSightOff(bare.server)
    const open = async () => ({
      whole: await openDesk(server),
      around: await openDesk(around.server),
      bare: await openDesk(bare.server),
    })
    await throughput(open)
    await signIns(await openDesk(server))
  } finally {
    await around.close()
    await bare.close()
  }
}

async function openWithout(defences: Mutant) {
  const tree = await copyWith(defences)
  const server = await openServer('small', tree)
  return {
    server,
    close: async () => {
      await server.close()
      await rm(tree, { recursive: true, force: true })
    },
  }
}

async function switchSightOff(server: TestServer) {
  await server.sql(BYPASS)
  const [role] = await server.sql<{ passes: boolean }>(
    `select rolbypassrls as passes from pg_roles where rolname = 'bedside_app'`,
  )
  if (!role?.passes) throw new Error('row-level security is on')
}

type Way = 'whole' | 'around' | 'bare'

async function throughput(open: () => Promise<Readonly<Record<Way, Desk>>>) {
  const costs: Record<Way, Cost[]> = { whole: [], around: [], bare: [] }
  const ways = Object.keys(costs) as Way[] // the keys of `costs`
  for (let series = 0; series < SERIES; series++) {
    const desks = await open()
    const finds = await Promise.all(Object.values(desks).map((desk) => desk.finds()))
    if (new Set(finds).size > 1) throw new Error(`not the same work: ${finds.join('; ')}`)
    for (let round = 0; round < ROUNDS; round++)
      // the first in one round goes last in the next
      for (const way of ways.map((_, i) => ways[(i + round) % ways.length]!)) {
        const cost = await desks[way].round(REQUESTS)
        if (series > 0) costs[way].push(cost)
      }
  }
  const clock = (way: Way) => costs[way].map(({ ms }) => ms)
  const processor = (way: Way) => costs[way].map(({ cpuMs }) => cpuMs)
  // compared within the same round, so that other load on the machine affects both
  const lost = (of: (way: Way) => readonly number[], way: Way) =>
    100 * (1 - median(of(way).map((its, round) => its / of('whole')[round]!)))
  for (const way of ways)
    console.log(
      `  ${NAMES[way]}: ${(1000 / median(clock(way))).toFixed(0)} requests a second, ${spread(clock(way))} ms each, of the processor ${median(processor(way)).toFixed(2)} ms (${spread(processor(way))})`,
    )
  console.log(
    `  sight and log as well: ${lost(clock, 'bare').toFixed(0)} % of the throughput, ${lost(processor, 'bare').toFixed(0)} % of the processor`,
  )
  console.log(`  what stands around a request: ${lost(processor, 'around').toFixed(0)} % of the processor`)
  hold('what stands around a request, of the throughput', lost(clock, 'around'), '%', 15)
}

const NAMES: Readonly<Record<Way, string>> = {
  whole: 'the server as it is',
  around: 'without what stands around a request',
  bare: 'without sight and log as well',
}

/** A sign-in compared with only its password’s hash, in turn: more than half of it is the hash. */
async function signIns(desk: Desk) {
  const hash = await hashPassword('a password of the bench')
  const [whole, alone]: [number[], number[]] = [[], []]
  for (let n = 0; n <= SIGN_INS; n++) {
    const took = await desk.signIn()
    const from = performance.now()
    await verifyPassword('a password of the bench', hash)
    const hashing = performance.now() - from
    if (n === 0) continue
    whole.push(took)
    alone.push(hashing)
  }
  hold('a sign-in, against its password’s hash', median(whole) / median(alone), '×', 2)
  console.log(`    ${spread(whole)} ms, the hash alone ${spread(alone)} ms`)
}
