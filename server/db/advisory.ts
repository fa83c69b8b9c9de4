import type { Db } from './pool.ts'

/**
 * The advisory locks of a database, all of them: it has one space of keys for everybody, so two users of one key wait for each other
 * without a word. These are held by a session, `app` for life. Nothing else may take their numbers (`advisory.test.ts`).
 */
export const SESSION_LOCKS = { migrate: 7_201_126, app: 7_201_127, backup: 7_201_128 } as const

/** What a transaction locks until its end: one subject of a kind, or the kind as a whole. Their keys are 64-bit hashes of the text. */
export const LOCK_KINDS = ['doctor', 'patient', 'comment', 'words', 'clinic-hosts', 'superadmin', 'alone'] as const
type LockKind = (typeof LOCK_KINDS)[number]

/** Waits for the lock, for `lock_timeout` at most, and keeps it until the transaction ends. */
export const lockUntilEnd = (db: Db, kind: LockKind, id?: string) =>
  db.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [id === undefined ? kind : `${kind}:${id}`])
