import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { every } from '../kernel/guarded.ts'
import type { Lane, Lanes } from './lanes.ts'
import { isGone } from './gone.ts'
import { numberOfLsn, type Lsn, type Position } from './position.ts'
import { createPool } from './pool.ts'
import { createRooms } from './replica-rooms.ts'
import { followReplica, type Look } from './replica-look.ts'
import type { SealerBox } from './sealing.ts'

/** Lanes whose reads a replica may answer. */
const READ_LANES = ['requests', 'pulls', 'reports', 'papers'] as const satisfies readonly Lane[]
export type ReadLane = (typeof READ_LANES)[number]

/** A replica that is in use now. */
export type Replica = {
  readonly pools: Readonly<Record<ReadLane, pg.Pool>>
  /** It did not answer: it is left out until it does. */
  readonly failed: () => void
}

/**
 * What a read must find: at least this position; anything (for a caller who has not written); or null, which only the
 * primary surely has.
 */
export type Need = Position | 'any' | null

/** Read replicas of one primary (decision 0117). */
export type Replicas = {
  /**
   * A replica that has what is needed, and what people with these keys were poked about, in rotation; null: ask the
   * primary.
   */
  readonly having: (need: Need, keys?: readonly string[]) => Replica | null
  /** Where the primary's log ends on its disk: everything committed before the call lies before it. */
  readonly positionNow: () => Promise<Position>
  /** The run of the primary, as last seen. */
  readonly epoch: () => string | null
  /** People with these keys are told that there is something to pull, which lies before this place. */
  readonly announce: (rooms: readonly string[], at: Position) => void
  /** Checks all of them now. */
  readonly look: () => Promise<void>
  readonly figures: () => readonly ReplicaFigures[]
  readonly stop: () => Promise<void>
}

/** `lag`: for how many seconds the primary has had what the replica lacks. */
export type ReplicaFigures = {
  readonly name: string
  readonly state: ReplicaState
  readonly lag: number
  readonly reads: number
}
/** `strange`: it does not replicate this primary in its present run, or logs in as another role than it should. */
export type ReplicaState = 'used' | 'lags' | 'down' | 'strange'

type Options = {
  readonly urls: readonly string[]
  readonly sizes: Readonly<Record<Lane, number>>
  readonly sealer: SealerBox
  readonly primary: Pick<Lanes, 'pool'>['pool']
  readonly isUp: () => boolean
  /** Refuses a login that may do more than a request's. */
  readonly check: ((client: pg.ClientBase) => Promise<void>) | null
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  readonly everyMs?: number
}

/** Opens pools to all of them and follows how far each has come. None is used before it has been checked. */
export function openReplicas({ urls, sizes, sealer, primary, isUp, check, log, everyMs = LOOK_MS }: Options): Replicas {
  let epoch: string | null = null
  let samples: readonly { readonly at: number; readonly lsn: bigint }[] = []
  const rooms = createRooms()
  const replicas = urls.map((url) => {
    const pools = Object.fromEntries(READ_LANES.map((lane) => [lane, createPool(url, sizes[lane], sealer)])) as Record<
      ReadLane,
      pg.Pool
    > // its own keys
    const { host } = new URL(url)
    const logged = { state: 'down' as ReplicaState }
    const follower = followReplica({ url, check, log, name: host })
    const stateOf = (look: Look | null): ReplicaState => {
      if (!look) return 'down'
      if (!look.isRefused && look.isStandby && look.epoch === epoch)
        return lagOf(look.lsn) > MOST_LAG_MS ? 'lags' : 'used'
      return 'strange'
    }
    /** Its present state; a change writes a log line. */
    const state = () => {
      const now = stateOf(follower.last())
      if (now !== logged.state) log.warn({ replica: host, was: logged.state, now }, 'replica')
      return (logged.state = now)
    }
    const replica: Replica = { pools, failed: follower.forget }
    return { name: host, follower, state, one: replica, reads: { count: 0 } }
  })

  /** For how long the primary has had something that a replica lacks, ms, as far as it was seen. */
  function lagOf(lsn: Lsn): number {
    const reached = numberOfLsn(lsn)
    const missing = samples.find((sample) => sample.lsn > reached)
    return missing ? performance.now() - missing.at : 0
  }

  async function lookAtPrimary() {
    if (!isUp()) return
    try {
      const { rows } = await primary.query<Position>(COMMITTED)
      const { lsn, epoch: now } = rows[0]!
      if (now !== epoch) samples = []
      epoch = now
      const at = performance.now()
      samples = [...samples.filter((sample) => at - sample.at < SAMPLES_MS), { at, lsn: numberOfLsn(lsn) }]
      const reached = replicas.filter(({ state }) => state() === 'used').map(({ follower }) => follower.last()!.lsn)
      if (reached.length) rooms.forget(epoch, reached)
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }

  const timers = [
    every(everyMs, log, 'replicas', lookAtPrimary),
    ...replicas.map(({ follower, name }) => every(everyMs, log, `replica ${name}`, follower.look)),
  ]
  let turn = 0
  return {
    having: (need, keys = []) => {
      if (need === null || epoch === null || (need !== 'any' && need.epoch !== epoch)) return null
      const least = [need === 'any' ? 0n : numberOfLsn(need.lsn), rooms.floorOf(keys)].reduce((a, b) => (a > b ? a : b))
      turn++
      for (const [n] of replicas.entries()) {
        const each = replicas[(turn + n) % replicas.length]!
        if (each.state() !== 'used' || numberOfLsn(each.follower.last()!.lsn) < least) continue
        each.reads.count++
        return each.one
      }
      return null
    },
    positionNow: async () => {
      const { rows } = await primary.query<Position>(COMMITTED)
      epoch = rows[0]!.epoch
      return rows[0]!
    },
    epoch: () => epoch,
    announce: (whom, at) => {
      epoch = at.epoch
      rooms.tell(whom, at)
    },
    look: async () => {
      await lookAtPrimary()
      await Promise.all(replicas.map(({ follower }) => follower.look()))
    },
    figures: () =>
      replicas.map(({ name, state, follower, reads }) => {
        const last = follower.last()
        return { name, state: state(), lag: last ? lagOf(last.lsn) / 1000 : NaN, reads: reads.count }
      }),
    stop: async () => {
      await Promise.all(timers.map((timer) => timer.stop()))
      await Promise.all(
        replicas.flatMap(({ follower, one: replica }) => [
          follower.stop(),
          ...Object.values(replica.pools).map((pool) => pool.end()),
        ]),
      )
    },
  }
}

/**
 * The end of what has reached the primary's disk: every commit that a device hears of has waited for it (`CONNECTION`).
 * The end of everything written would not do: it contains what has no commit, such as what reading tidies, and the
 * header of a page whose first record is still to come. On a quiet database no replica gets there.
 */
const COMMITTED = `select pg_current_wal_flush_lsn()::text as lsn, id as epoch from incarnation_now('', '0')`

const LOOK_MS = 250
/** A replica that is further behind is left out. */
export const MOST_LAG_MS = 10_000
/** How long places of the primary's log are remembered with their time. */
const SAMPLES_MS = 60_000
