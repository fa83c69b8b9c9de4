import type pg from 'pg'
import type { Login } from './logins.ts'
import { createPool, type Way } from './pool.ts'
import type { SealerBox } from './sealing.ts'

/**
 * Connections by the kind of work, twenty together (TRUST D12), so that one kind that is slow or many never takes those of another: a hundred
 * first fills leave a desk's list its connections, and forty reports leave the pulls theirs. Whoever waits in a lane for five seconds is told
 * that the server is busy.
 */
export const LANES = {
  /** Transactions of requests: short reads, and all changes. */
  requests: 7,
  /**
   * Sessions, limits, health, and what a handler does beside its own transaction. Never the same as `requests`: as many handlers as there are
   * connections would wait for each other.
   */
  pool: 4,
  /** What devices fetch: pulls and fills. */
  pulls: 3,
  /** Calls that the contract marks `heavy`. */
  reports: 2,
  /** Pictures, files, papers and exports: what has bytes. */
  papers: 2,
  /** Work on a timer, and mail that goes out. */
  jobs: 2,
} as const

export type Lane = keyof typeof LANES
export type Lanes = Readonly<Record<Lane, pg.Pool>>

/** Lanes that belong to the server itself; what comes in the others came over the network, under the sight of whoever asks. */
const OWN: ReadonlySet<Lane> = new Set(['pool', 'jobs'])

/** One pool a lane, of so many connections, by the addresses of `logins.ts`; they are opened as they are needed. */
export function openLanes(
  urls: Readonly<Record<Login, string>>,
  sizes: Readonly<Record<Lane, number>> = LANES,
  sealer?: SealerBox,
  way?: Way,
): Lanes {
  const open = (Object.keys(LANES) as Lane[]).map(
    (lane) => [lane, createPool(urls[OWN.has(lane) ? 'server' : 'requests'], sizes[lane], sealer, way)] as const,
  ) // its own keys
  return Object.fromEntries(open) as Lanes // all of them
}

/** Waits until all are closed. */
export const closeLanes = (lanes: Lanes): Promise<unknown> =>
  Promise.all(Object.values(lanes).map((pool) => pool.end()))
