import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from './pool.ts'
import { sqlState } from './transaction.ts'

/** How long one attempt may wait for a lock, ms: everyone who comes after it waits behind it. */
const LOCK_WAIT_MS = 1_000
/** When to give up, ms; a dump of a large database holds its tables for minutes. */
const PATIENCE_MS = 15 * 60_000

/**
 * Changes the schema in a transaction of its own, retrying until it gets its locks: each attempt waits briefly and then
 * lets everyone pass who queued behind it. `tell` is called once if it waits. Throws the database's own error when the
 * time is over.
 */
export async function patiently(
  db: Db,
  what: string,
  work: () => Promise<void>,
  tell: (line: string) => void,
): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (let tries = 0; ; tries++) {
    try {
      await db.query(`begin; set local lock_timeout = ${LOCK_WAIT_MS}`)
      await work()
      await db.query('commit')
      return
    } catch (error) {
      await db.query('rollback')
      if (!TRY_AGAIN.has(sqlState(error) ?? '') || Date.now() > until) throw error
      if (tries === 0)
        tell(`${what} waits for others to let go of its tables (a dump, a long report); it is tried again`)
    }
    await sleep(Math.min(5_000, 200 * 2 ** tries) * (0.5 + Math.random() / 2))
  }
}

/** A lock that did not come in time, and a deadlock with running work. */
const TRY_AGAIN = new Set(['55P03', '40P01'])
