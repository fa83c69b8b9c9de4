import type pg from 'pg'
import type { Db } from './pool.ts'

/**
 * All advisory locks of a database. Their keys share one space, so two uses of one key would wait for each other
 * without a sign. A session holds these, `app` for life. Nothing else may use their numbers (`advisory.test.ts`).
 */
export const SESSION_LOCKS = { migrate: 7_201_126, app: 7_201_127, backup: 7_201_128, prepare: 7_201_129 } as const

/**
 * Runs `work` while no other process on this database runs it: of several first starts each finds what an earlier one
 * has made. Waits without limit, on a connection of its own.
 */
export async function oneAtATime<T>(pool: pg.Pool, lock: number, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lock])
    return await work()
  } finally {
    // the lock ends with its session
    client.release(true)
  }
}

/**
 * What a transaction locks until its end: one subject of a kind, or the whole kind. The keys are 64-bit hashes of the
 * text.
 */
export const LOCK_KINDS = [
  'doctor',
  'patient',
  'comment',
  'words',
  'clinic-hosts',
  'superadmin',
  'alone',
  'keys',
] as const
type LockKind = (typeof LOCK_KINDS)[number]

/** Waits for the lock, at most `lock_timeout`, and holds it until the transaction ends. */
export const lockUntilEnd = (db: Db, kind: LockKind, id?: string) =>
  db.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [id === undefined ? kind : `${kind}:${id}`])
