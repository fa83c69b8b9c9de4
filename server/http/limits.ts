import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { network64 } from './network.ts'

/**
 * TRUST D4. `spend` answers the seconds to wait, or 0. In memory: a fresh install is limited from its first request. A key that is an IPv6
 * address counts as its /64.
 */
export function createLimits() {
  const perMinute = (points: number) => new RateLimiterMemory({ points, duration: 60 })
  const kinds = {
    /** Reads and unkeyed calls of a token or an address. */
    call: perMinute(600),
    /** Calls with an Idempotency-Key of a token: a device that comes back with a day's work. */
    keyed: perMinute(6000),
    /** Proofs that a patient stands at the desk: of one asker, and of one patient at one desk. */
    proof: new RateLimiterMemory({ points: 10, duration: 15 * 60 }),
    /** Pages of a card's provider asked for: of a person, or from one address. */
    pay: perMinute(10),
    /** Calendars read at a doctor's wish, and readings of one shared address. */
    calendar: new RateLimiterMemory({ points: 12, duration: 60 * 60 }),
    feed: new RateLimiterMemory({ points: 120, duration: 60 * 60 }),
    /** Uploads of a person. */
    upload: new RateLimiterMemory({ points: 30, duration: 60 * 60 }),
    /** Parts of files of a person: thirty files an hour in parts, and as much again for what got lost. */
    part: new RateLimiterMemory({ points: 1200, duration: 60 * 60 }),
    /** Failed sign-ins of one account, and from one address. */
    account: new RateLimiterMemory({ points: 5, duration: 15 * 60 }),
    address: new RateLimiterMemory({ points: 30, duration: 60 * 60 }),
    /** Registrations from one address; forgotten passwords of one account, and from one address. */
    register: new RateLimiterMemory({ points: 5, duration: 60 * 60 }),
    forget: new RateLimiterMemory({ points: 3, duration: 60 * 60 }),
    asking: new RateLimiterMemory({ points: 30, duration: 60 * 60 }),
  }
  return {
    async spend(kind: keyof typeof kinds, key: string): Promise<number> {
      return secondsLeft(kinds[kind].consume(network64(key) ?? key))
    },
    /** Seconds until a key that has spent all may try again, without spending. */
    async spent(kind: keyof typeof kinds, key: string): Promise<number> {
      const found = await kinds[kind].get(network64(key) ?? key)
      return found && found.consumedPoints >= kinds[kind].points ? Math.ceil(found.msBeforeNext / 1000) : 0
    },
  }
}
export type Limits = ReturnType<typeof createLimits>

const secondsLeft = (spending: Promise<RateLimiterRes>) =>
  spending.then(
    () => 0,
    (over: unknown) =>
      over instanceof RateLimiterRes ? Math.max(1, Math.ceil(over.msBeforeNext / 1000)) : Promise.reject(over),
  )
