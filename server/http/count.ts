import type pg from 'pg'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { kept } from '../db/pool.ts'

/** Attempts per key within a window of time that begins with the first. */
export type Count = {
  /** Spends one; returns 0, or for how many ms there are none left. */
  readonly spend: (key: string) => Promise<number>
  /** Returns one that was spent. */
  readonly giveBack: (key: string) => Promise<unknown>
}

type Window = { readonly points: number; readonly seconds: number }

/** In this process alone, until it ends. */
export function countHere({ points, seconds }: Window): Count {
  const limiter = new RateLimiterMemory({ points, duration: seconds })
  return {
    spend: (key) =>
      limiter.consume(key).then(
        () => 0,
        (over: unknown) => {
          if (over instanceof RateLimiterRes) return Math.max(1, over.msBeforeNext)
          throw over
        },
      ),
    giveBack: (key) => limiter.reward(key),
  }
}

/**
 * In the database, by all processes together. Windows begin and end by the database's clock: rate-limiter-flexible takes
 * each process's own, so that one whose clock is ahead opens every window again (decision 0153).
 */
export function countTogether(pool: pg.Pool, { kind, points, seconds }: Window & { readonly kind: string }): Count {
  return {
    spend: async (key) => {
      const { rows } = await pool.query<{ points: number; left: number }>(
        kept(SPEND, [`${kind}:${key}`, seconds * 1000]),
      )
      const { points: spent, left } = rows[0]! // inserted or updated
      return spent > points ? Math.max(1, left) : 0
    },
    giveBack: (key) => pool.query(kept(GIVE_BACK, [`${kind}:${key}`])),
  }
}

const NOW = `(extract(epoch from now()) * 1000)::bigint`

const SPEND = `insert into rate_limit as its (key, points, expire) values ($1, 1, ${NOW} + $2::bigint)
  on conflict (key) do update set
    points = case when its.expire <= ${NOW} then 1 else its.points + 1 end,
    expire = case when its.expire <= ${NOW} then excluded.expire else its.expire end
  returning points, (expire - ${NOW})::float8 as left`

const GIVE_BACK = `update rate_limit set points = points - 1 where key = $1 and expire > ${NOW}`
