import type { FastifyBaseLogger } from 'fastify'
import type { Deps } from '../http/handler.ts'

/** After this many seconds an open transaction is a mistake: a report, a dump or a forgotten terminal. */
const WARN_AFTER_S = 300

/**
 * Watches how long the feed's horizon has not moved while other transactions ended: for that time every cursor lists
 * what it has seen above it, and vacuum removes no old versions. Run every minute; returns the age in seconds, and logs
 * a warning if it is old. Measured by our own observations, since a plain role may not see whose transaction it is.
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
