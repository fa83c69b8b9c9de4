import { createHash } from 'node:crypto'
import type pg from 'pg'
import { Refused } from '../kernel/refused.ts'
import { network64 } from '../kernel/network.ts'
import { countHere, countTogether, type Count } from './count.ts'

/** The count of attempts is not available. Calls that protect an account then refuse (TRUST R58). */
export class LimitsDown extends Error {}

/**
 * TRUST D4. Attempts on accounts are counted in the database of `pool`, so that a restart forgets nothing and several
 * processes share one count. Limits that only reduce load are counted in memory, and so is everything without a pool. A
 * fresh installation is limited from its first request. A key that is an IPv6 address counts as its /64.
 */
export function createLimits(pool: pg.Pool | null = null) {
  const kinds = Object.fromEntries(
    Object.entries(WINDOWS).map(([kind, window]) => [
      kind,
      pool && window.guards ? countTogether(pool, { kind, ...window }) : countHere(window),
    ]),
  ) as Record<Kind, Count> // one for each name, just made
  // a typed login must not be readable in a table; and a key may have any length
  const keyOf = (key: string) =>
    createHash('sha256')
      .update(network64(key) ?? key)
      .digest('base64url')

  /** Spends one; returns the seconds to wait, or 0. */
  async function spend(kind: Kind, key: string): Promise<number> {
    try {
      const wait = await kinds[kind].spend(keyOf(key))
      return wait && Math.max(1, Math.ceil(wait / 1000))
    } catch (error) {
      throw new LimitsDown('limits', { cause: error })
    }
  }

  return {
    spend,
    /**
     * An attempt at a secret: spends one of each lane before the secret is checked, so that a hundred at once are no
     * more than one after another; call `giveBack` if it was right. Throws Refused `too_many_tries` if a lane is
     * exhausted, and returns what it took from the others: attempts that were not made use up no lane.
     */
    async take(...lanes: readonly Lane[]): Promise<{ readonly giveBack: () => Promise<void> }> {
      const waits = await Promise.all(lanes.map(([kind, key]) => spend(kind, key)))
      const back = (those: readonly Lane[]) => Promise.all(those.map(([kind, key]) => kinds[kind].giveBack(keyOf(key))))
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

/** How many in how many seconds. `guards`: protects an account, and must survive a restart. */
const WINDOWS = {
  /** Reads and unkeyed calls of a token or an address; invalid tokens from an address. */
  call: { points: 600, seconds: MINUTE, guards: false },
  /** Changes with an Idempotency-Key per token: a device that returns with a day's work. */
  keyed: { points: 6000, seconds: MINUTE, guards: false },
  /** Requests for a card provider's page, per person or per address. */
  pay: { points: 10, seconds: MINUTE, guards: false },
  /** Calendars read at a doctor's request, and reads of one shared address. */
  calendar: { points: 12, seconds: HOUR, guards: false },
  feed: { points: 120, seconds: HOUR, guards: false },
  /** Faults reported by a session, or from an address; by all who are not signed in. */
  crash: { points: 20, seconds: HOUR, guards: false },
  strangers: { points: 200, seconds: HOUR, guards: false },
  /** Uploads of a person. */
  upload: { points: 30, seconds: HOUR, guards: false },
  /**
   * Public pages per address, and pictures in them: people at a clinic may share one address, and no reader opens five
   * a second.
   */
  site: { points: 300, seconds: MINUTE, guards: false },
  picture: { points: 3000, seconds: MINUTE, guards: false },
  /** Parts of files per person: thirty files an hour in parts, and as many again for lost ones. */
  part: { points: 1200, seconds: HOUR, guards: false },
  /** Proofs that a patient is at the desk: per caller, and per patient at one desk. */
  proof: { points: 10, seconds: 15 * MINUTE, guards: true },
  /**
   * Failed sign-ins, passwords and codes of one account by devices it does not know; by one device it knows; from one
   * address.
   */
  account: { points: 5, seconds: 15 * MINUTE, guards: true },
  device: { points: 5, seconds: 15 * MINUTE, guards: true },
  address: { points: 30, seconds: HOUR, guards: true },
  /** Registrations from one address; forgotten passwords of one account, and from one address. */
  register: { points: 5, seconds: HOUR, guards: true },
  forget: { points: 3, seconds: HOUR, guards: true },
  asking: { points: 30, seconds: HOUR, guards: true },
  /**
   * Strangers who book or ask (decisions 0155, 0158): begun from one address, codes sent to one contact, bookings or
   * questions of one contact, and to one doctor from one address.
   */
  guest: { points: 30, seconds: HOUR, guards: true },
  code: { points: 5, seconds: HOUR, guards: true },
  booked: { points: 3, seconds: 24 * HOUR, guards: true },
  bookedHere: { points: 6, seconds: 24 * HOUR, guards: true },
  /** Votes, and counted reads, of one public answer from one network, whatever browsers it names (decision 0158). */
  voted: { points: 20, seconds: 24 * HOUR, guards: true },
  seen: { points: 20, seconds: 24 * HOUR, guards: false },
} as const satisfies Record<string, { readonly points: number; readonly seconds: number; readonly guards: boolean }>
