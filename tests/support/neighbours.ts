import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/**
 * Waits until every transaction that runs now in this PostgreSQL has ended. Tests of other files share it, and whatever
 * waits for old transactions, as the audit's chain does, waits for theirs too.
 */
export async function neighboursEnded(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ newest: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as newest',
  )
  for (;;) {
    const { rows: now } = await pool.query<{ ended: boolean }>(
      'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::xid8 as ended',
      [rows[0]!.newest],
    )
    if (now[0]!.ended) return
    await delay(50)
  }
}
