import type pg from 'pg'
import type { Login } from './logins.ts'
import { createPool, type Way } from './pool.ts'
import type { SealerBox } from './sealing.ts'

/**
 * Connections by kind of work, twenty together (TRUST D12), so that one kind that is slow or frequent never takes those
 * of another: a hundred first fills leave a desk's list its connections, and forty reports leave the pulls theirs. Work
 * that has waited in a lane for five seconds is told that the server is busy.
 */
export const LANES = {
  /** Transactions of requests: short reads, and all changes. */
  requests: 7,
  /**
   * Sessions, limits, health, and what a handler does outside its transaction. Never shared with `requests`: as many
   * handlers as there are connections would wait for each other.
   */
  pool: 4,
  /** What devices fetch: pulls and fills. */
  pulls: 3,
  /** Calls that the contract marks `heavy`. */
  reports: 2,
  /** Pictures, files, PDFs and exports: everything with bytes. */
  papers: 2,
  /** Scheduled work, and outgoing mail. */
  jobs: 2,
} as const

export type Lane = keyof typeof LANES
export type Lanes = Readonly<Record<Lane, pg.Pool>>

/** Lanes of the server itself; work in the others came over the network, with the caller's visibility. */
const OWN: ReadonlySet<Lane> = new Set(['pool', 'jobs'])

/** One pool per lane with this many connections, at the addresses of `logins.ts`; connections are opened as needed. */
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
