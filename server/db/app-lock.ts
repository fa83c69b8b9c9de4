import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SESSION_LOCKS } from './advisory.ts'
import { DatabaseProblem } from './check.ts'
import { isGone } from './gone.ts'
import { sqlState } from './transaction.ts'

/**
 * The lock that lets one app run on a database (TRUST G20), or several that can share it (decision 0103). While it is
 * not held the app answers no one.
 */
export type AppLock = {
  /** False from the moment the database is lost until it is back and this process holds the lock again. */
  readonly isHeld: () => boolean
  /** Releases it for good. */
  readonly release: () => Promise<void>
}

export type LockWatch = {
  /** Prints one line for the operator: the database does not answer, or answers again. */
  readonly tell: (line: string) => void
  /** Called before a lost database is tried again: restarts an embedded one. */
  readonly revive: () => Promise<void>
  /** Called when the database is back, before the lock counts as held. */
  readonly back: () => Promise<void>
  /** Called when it cannot come back: another app has it, or it is another database. */
  readonly lost: (error: unknown) => void
  /** Ends the wait for a database that does not answer yet. */
  readonly until: AbortSignal
}

/**
 * Waits until the database answers, refuses one that is too old or in use by another app, and takes the lock on its own
 * connection. That connection may break at any time: then it connects and takes the lock again, however long that
 * takes.
 *
 * @throws {DatabaseProblem} the settings are wrong, or another app holds the lock
 */
export async function takeAppLock(url: string, watch: LockWatch, kind: LockKind = 'alone'): Promise<AppLock> {
  const own: { client: pg.Client | null; isHeld: boolean; isOver: boolean; isComing: boolean } = {
    client: null,
    isHeld: false,
    isOver: false,
    isComing: false,
  }
  const hold = async () => {
    if (own.client) return
    const next = await lockedClient(url, kind)
    own.client = next
    next.on('end', () => {
      own.client = null
      own.isHeld = false
      if (!own.isOver && !own.isComing) void comeBack().catch(watch.lost)
    })
    if (own.isOver) await next.end()
  }
  const comeBack = async () => {
    own.isComing = true
    watch.tell('The database is gone; requests are answered with 503 until it is back.')
    let patience = Infinity
    do
      await again(watch, async () => {
        await watch.revive()
        await hold().catch((error: unknown) => {
          if (!(error instanceof TakenByAnother)) throw error
          // its side of the broken connection may not have noticed yet
          patience = Math.min(patience, Date.now() + NOTICED_WITHIN_MS)
          throw Date.now() > patience ? error : new NotYet(error.message)
        })
        if (!own.isOver) await watch.back()
      })
    while (!own.client && !own.isOver && !watch.until.aborted)
    own.isComing = false
    own.isHeld = own.client !== null && !own.isOver
    if (own.isHeld) watch.tell('The database is back.')
  }
  await again(watch, hold, (reason) =>
    watch.tell(`The database does not answer yet (${reason}); it is tried again until it does. Check DATABASE_URL.`),
  )
  own.isHeld = own.client !== null
  return {
    isHeld: () => own.isHeld,
    release: async () => {
      own.isOver = true
      own.isHeld = false
      await own.client?.end()
    },
  }
}

const SLOWEST_MS = 3_000
/** The keepalives of `lockedClient` end the session of a vanished host within this time. */
const NOTICED_WITHIN_MS = 30_000

class TakenByAnother extends DatabaseProblem {}
class NotYet extends Error {}

async function again({ until }: LockWatch, work: () => Promise<void>, waits: (reason: string) => void = () => {}) {
  for (let tries = 0; !until.aborted; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!isGone(error) && !(error instanceof NotYet)) throw error
      if (tries === 0) waits(sqlState(error) ?? codeOf(error))
    }
    await sleep(Math.min(SLOWEST_MS, 100 * 2 ** tries) * (0.5 + Math.random() / 2), null, { signal: until }).catch(
      () => null,
    )
  }
}

/** A connection that holds the lock. Keepalives at both ends release it within twenty seconds if a host vanishes. */
async function lockedClient(url: string, kind: LockKind): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    application_name: 'bedside lock',
    options:
      '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c idle_session_timeout=0',
  })
  // `end` reports it, and so does every query
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; locked: boolean }>(kind === 'shared' ? SHARED : ALONE, [
      SESSION_LOCKS.app,
    ])
    if (rows[0]!.version < 150_000) throw new DatabaseProblem('The database is older than PostgreSQL 15.')
    if (!rows[0]!.locked) throw new TakenByAnother(TAKEN[kind])
    return client
  } catch (error) {
    await client.end().catch(() => {})
    if (WRONG.has(sqlState(error) ?? ''))
      throw new DatabaseProblem(`The database refuses the login (${sqlState(error)}). Check DATABASE_URL.`)
    throw error
  }
}

/**
 * `alone`: this process owns the data folder. `external`: it owns the files, but the database is one that others can
 * reach. `shared`: others that share it too may run beside it.
 */
export type LockKind = 'alone' | 'external' | 'shared'

const ALONE = `select current_setting('server_version_num')::int as version, pg_try_advisory_lock($1) as locked`
const SHARED = `select current_setting('server_version_num')::int as version, pg_try_advisory_lock_shared($1) as locked`

const TAKEN: Readonly<Record<LockKind, string>> = {
  alone: 'Bedside is running on this data already. Stop it first, or set BEDSIDE_DATA to another folder.',
  external:
    'Bedside is running on this data already. From the second process on all keep their files in S3: set BEDSIDE_S3_BUCKET with its keys, or stop the other.',
  shared:
    'Bedside is running on this data already, and keeps its files in a folder of its own. Set BEDSIDE_S3_BUCKET for it too, or stop it.',
}

/** Wrong password, unknown login, unknown database. */
const WRONG = new Set(['28P01', '28000', '3D000'])

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer in time'
