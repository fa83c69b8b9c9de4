import type { Deps } from '../http/handler.ts'

/**
 * Removes what devices need for syncing once no device can be waiting for it (decision 0102): removals in the feed, and
 * sets of buckets that no device has named since. A device that was away for longer is filled again and keeps its
 * queue. Also removes failed rows of jobs 90 days after their last failure. Run every hour, a few thousand at a time,
 * by the database's clock.
 */
export async function forgetOld({ pool }: Pick<Deps, 'pool'>): Promise<void> {
  await untilFew(async () => {
    const { rows } = await pool.query<{ n: number }>(`select feed_forget(now() - $1 * interval '1 day', $2) as n`, [
      AWAY_DAYS,
      AT_ONCE,
    ])
    return rows[0]!.n
  })
  await untilFew(async () => (await pool.query(SETS, [AWAY_DAYS, AT_ONCE])).rowCount ?? 0)
  await pool.query(`delete from job where item <> '' and failed_at < now() - interval '90 days'`)
}

async function untilFew(some: () => Promise<number>) {
  for (let n = AT_ONCE, rounds = 0; n === AT_ONCE && rounds < MOST_ROUNDS; rounds++) n = await some()
}

/** A known device is forgotten after the same time (`clean-up.ts`). */
const AWAY_DAYS = 400
const AT_ONCE = 2000
const MOST_ROUNDS = 100

const SETS = `delete from bucket_set where hash in (
  select hash from bucket_set where used_at < now() - $1 * interval '1 day' order by used_at limit $2 for update skip locked)`
