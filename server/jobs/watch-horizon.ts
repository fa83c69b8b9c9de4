import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../http/handler.ts'

/** Seconds after which an open transaction is somebody's mistake: a report, a dump or a forgotten terminal. */
const WARN_AFTER_S = 300

/**
 * Watches how long the feed's horizon has stood still while others went on: as long, every cursor names what it has seen above it, and no
 * vacuum clears what has been updated. Run every minute; each run answers the age in seconds, and an old one is warned of in the log.
 * Measured by our own looks, since a plain role may not see whose transaction it is.
 */
export function watchHorizon(log: Pick<FastifyBaseLogger, 'warn'>) {
  let stood = { xid: '', since: 0 }
  return async ({ pool }: Pick<Deps, 'pool'>): Promise<number> => {
    const { rows } = await pool.query<{ xid: string; behind: number }>(
      `select pg_snapshot_xmin(s)::text as xid, (pg_snapshot_xmax(s)::text::numeric - pg_snapshot_xmin(s)::text::numeric)::float8 as behind
         from pg_current_snapshot() s`,
    )
    const { xid, behind } = rows[0]!
    const now = performance.now()
    if (xid !== stood.xid || behind === 0) stood = { xid, since: now }
    const seconds = Math.round((now - stood.since) / 1000)
    if (seconds >= WARN_AFTER_S)
      log.warn({ seconds, behind }, 'a transaction has been open for long, perhaps in another database of this server')
    return seconds
  }
}
