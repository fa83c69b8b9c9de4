import type { Db } from './pool.ts'

/**
 * All advisory locks of a database. Their keys share one space, so two uses of one key would wait for each other
 * without a sign. A session holds these, `app` for life. Nothing else may use their numbers (`advisory.test.ts`).
 */
export const SESSION_LOCKS = { migrate: 7_201_126, app: 7_201_127, backup: 7_201_128 } as const

/**
 * What a transaction locks until its end: one subject of a kind, or the whole kind. The keys are 64-bit hashes of the
 * text.
 */
export const LOCK_KINDS = ['doctor', 'patient', 'comment', 'words', 'clinic-hosts', 'superadmin', 'alone'] as const
type LockKind = (typeof LOCK_KINDS)[number]

/** Waits for the lock, at most `lock_timeout`, and holds it until the transaction ends. */
export const lockUntilEnd = (db: Db, kind: LockKind, id?: string) =>
  db.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [id === undefined ? kind : `${kind}:${id}`])
