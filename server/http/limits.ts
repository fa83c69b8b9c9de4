import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { Refused } from '../kernel/refused.ts'
import { network64 } from '../kernel/network.ts'

/** Where tries are counted does not answer. Whoever guards an account asks for it says no then (TRUST R58). */
export class LimitsDown extends Error {}

/**
 * TRUST D4. What guards accounts is counted in the database of `pool`, so that a restart forgets nothing and several processes count as one;
 * what only keeps load away is counted in memory, as is all of it without a pool. A fresh install is limited from its first request. A key
 * that is an IPv6 address counts as its /64.
 */
export function createLimits(pool: pg.Pool | null = null) {
  const kinds = Object.fromEntries(
    Object.entries(WINDOWS).map(([kind, { points, seconds, guards }]) => {
      const window = { keyPrefix: kind, points, duration: seconds }
      return [
        kind,
        pool && guards
          ? new RateLimiterPostgres({
              ...window,
              storeClient: pool,
              storeType: 'pool',
              tableName: 'rate_limit',
              tableCreated: true,
              clearExpiredByTimeout: false,
            })
          : new RateLimiterMemory(window),
      ]
    }),
  ) as Record<Kind, RateLimiterMemory | RateLimiterPostgres> // one for each name, just made
  // a login that was typed is nobody's to read in a table; and a key may be as long as it likes
  const keyOf = (key: string) =>
    createHash('sha256')
      .update(network64(key) ?? key)
      .digest('base64url')

  /** Spends one; answers the seconds to wait, or 0. */
  async function spend(kind: Kind, key: string): Promise<number> {
    try {
      await kinds[kind].consume(keyOf(key))
      return 0
    } catch (over) {
      if (over instanceof RateLimiterRes) return Math.max(1, Math.ceil(over.msBeforeNext / 1000))
      throw new LimitsDown('limits', { cause: over })
    }
  }

  return {
    spend,
    /**
     * A try of a secret: one of each lane is spent before it is looked at, so that a hundred at once are no more than one after another, and
     * `giveBack` is for the one that was right. Throws Refused `too_many_tries` where a lane is over, and what it took of the others is given
     * back: a lane that stands open is not used up by tries that were not made.
     */
    async take(...lanes: readonly Lane[]): Promise<{ readonly giveBack: () => Promise<void> }> {
      const waits = await Promise.all(lanes.map(([kind, key]) => spend(kind, key)))
      const back = (those: readonly Lane[]) => Promise.all(those.map(([kind, key]) => kinds[kind].reward(keyOf(key))))
      const seconds = Math.max(...waits)
      if (seconds === 0) return { giveBack: async () => void (await back(lanes).catch(() => {})) }
      await back(lanes.filter((_, i) => waits[i] === 0)).catch(() => {})
      throw new Refused('too_many_tries', { seconds }, 429)
    },
  }
}
export type Limits = ReturnType<typeof createLimits>
export type Lane = readonly [kind: Kind, key: string]
type Kind = keyof typeof WINDOWS

const MINUTE = 60
const HOUR = 60 * MINUTE

/** How many in how many seconds. `guards`: an account stands behind it, and it must outlive a restart. */
const WINDOWS = {
  /** Reads and unkeyed calls of a token or an address; tokens that open nothing, of an address. */
  call: { points: 600, seconds: MINUTE, guards: false },
  /** Changes with an Idempotency-Key of a token: a device that comes back with a day's work. */
  keyed: { points: 6000, seconds: MINUTE, guards: false },
  /** Pages of a card's provider asked for: of a person, or from one address. */
  pay: { points: 10, seconds: MINUTE, guards: false },
  /** Calendars read at a doctor's wish, and readings of one shared address. */
  calendar: { points: 12, seconds: HOUR, guards: false },
  feed: { points: 120, seconds: HOUR, guards: false },
  /** Faults told by a session, or from an address; by all who are not signed in. */
  crash: { points: 20, seconds: HOUR, guards: false },
  strangers: { points: 200, seconds: HOUR, guards: false },
  /** Uploads of a person. */
  upload: { points: 30, seconds: HOUR, guards: false },
  /** Public pages of one address, and pictures in them: a clinic's people may share one, and a reader opens no five a second. */
  site: { points: 300, seconds: MINUTE, guards: false },
  picture: { points: 3000, seconds: MINUTE, guards: false },
  /** Parts of files of a person: thirty files an hour in parts, and as much again for what got lost. */
  part: { points: 1200, seconds: HOUR, guards: false },
  /** Proofs that a patient stands at the desk: of one asker, and of one patient at one desk. */
  proof: { points: 10, seconds: 15 * MINUTE, guards: true },
  /** Failed sign-ins, passwords, codes of one account by devices it does not know; of one device it knows; from one address. */
  account: { points: 5, seconds: 15 * MINUTE, guards: true },
  device: { points: 5, seconds: 15 * MINUTE, guards: true },
  address: { points: 30, seconds: HOUR, guards: true },
  /** Registrations from one address; forgotten passwords of one account, and from one address. */
  register: { points: 5, seconds: HOUR, guards: true },
  forget: { points: 3, seconds: HOUR, guards: true },
  asking: { points: 30, seconds: HOUR, guards: true },
} as const satisfies Record<string, { readonly points: number; readonly seconds: number; readonly guards: boolean }>
