import type pg from 'pg'
import { newId } from '../../contract/kernel/id.ts'
import { median } from '../bench/figures.ts'
import type { Owner } from './owners.ts'
import type { Processes } from './paced.ts'
import { usageOf } from './usage.ts'
import { openWire } from './wire.ts'

/** Requests a second that one process, and two, answer; and the ms of processor time of servers and database for each. */
export type Mixed = {
  readonly one: number
  readonly two: number
  readonly oneMs: number
  readonly twoMs: number
  readonly nos: number
}

const CLIENTS = 24
const ROUND_MS = 6_000
const FILLED = 300
const ROUNDS = 3

/**
 * The mixed load, four reads to a change, as fast as clients get their answers; by turns to one process and to both, so
 * that whatever else the machine does meets them alike. Each request is another person's.
 */
export async function measureMixed(server: Processes, pool: pg.Pool, owners: readonly Owner[]): Promise<Mixed> {
  const wire = openWire()
  const pids = server.processes.map(({ child }) => child.pid!)
  let requestCount = 0
  let nos = 0
  const cursors = new Map<Owner, string>()
  async function pull(base: string, owner: Owner) {
    const cursor = cursors.get(owner)
    const answer = await wire.ask(
      base,
      `/api/sync${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`,
      owner.token,
      null,
    )
    if (answer.status === 200) cursors.set(owner, String(answer.body['cursor']))
    return answer
  }
  async function requestOnce(bases: readonly string[]) {
    const n = requestCount++
    const owner = owners[n % Math.min(FILLED, owners.length)]!
    const base = bases[n % bases.length]!
    const kinds = [
      () => wire.ask(base, '/api/appointment/list', owner.token, { limit: 20 }),
      () => pull(base, owner),
      () => wire.ask(base, '/api/appointment/list', owner.token, { limit: 20, status: 'waiting' }),
      () => pull(base, owner),
      () =>
        wire.ask(base, '/api/batch', owner.token, {
          calls: [{ ...owner.changeOf(n), key: newId(), base: null, madeAt: new Date().toISOString() }],
        }),
    ]
    const { status } = await kinds[Math.floor(n / bases.length) % kinds.length]!()
    if (status !== 200) nos++
  }
  async function round(bases: readonly string[]) {
    const [before, begun] = [await usageOf(pids, pool), requestCount]
    const until = performance.now() + ROUND_MS
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (performance.now() < until) await requestOnce(bases)
      }),
    )
    const after = await usageOf(pids, pool)
    const used = after.serverMs + after.databaseMs - before.serverMs - before.databaseMs
    const count = requestCount - begun
    return { rate: count / ((after.at - before.at) / 1000), ms: used / count }
  }
  try {
    // each holds what it may hold, as after its first start
    for (const owner of owners.slice(0, FILLED)) await pull(server.processes[0]!.base, owner)
    const all = server.processes.map(({ base }) => base)
    const [ones, twos]: [{ rate: number; ms: number }[], { rate: number; ms: number }[]] = [[], []]
    await round(all)
    for (let n = 0; n < ROUNDS; n++) {
      ones.push(await round(all.slice(0, 1)))
      twos.push(await round(all))
    }
    const rate = (its: typeof ones) => median(its.map((each) => each.rate))
    const cost = (its: typeof ones) => median(its.map((each) => each.ms))
    return { one: rate(ones), two: rate(twos), oneMs: cost(ones), twoMs: cost(twos), nos }
  } finally {
    wire.close()
  }
}
