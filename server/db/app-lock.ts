import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { SESSION_LOCKS } from './advisory.ts'
import { DatabaseProblem } from './check.ts'
import { isGone } from './gone.ts'
import { sqlState } from './transaction.ts'

/**
 * The lock that lets one app run on a database (TRUST G20), or several that may share it (decision 0103). While it is not held the app answers
 * nobody.
 */
export type AppLock = {
  /** False from the moment the database is lost until it is back and the lock is ours again. */
  readonly isHeld: () => boolean
  /** Gives it up for good. */
  readonly release: () => Promise<void>
}

export type LockWatch = {
  /** One line for the operator: the database does not answer, or answers again. */
  readonly tell: (line: string) => void
  /** Whatever must be done before a lost database is asked: to start an embedded one again. */
  readonly revive: () => Promise<void>
  /** The database is back; called before the lock counts as held. */
  readonly back: () => Promise<void>
  /** It cannot come back: another app has it, or the database is another. */
  readonly lost: (error: unknown) => void
  /** Ends the waiting for a database that does not answer yet. */
  readonly until: AbortSignal
}

/**
 * Waits until the database answers, refuses one that is too old or that another app runs on, and takes the lock on a connection of its own.
 * That connection may break at any time: then it is made anew and the lock is taken again, for as long as it takes.
 *
 * @throws {DatabaseProblem} settings that are wrong, or the lock is another's
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
/** A vanished host's session is dropped after this by the keepalives that `lockedClient` asks for. */
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

/** A connection that has the lock. Kept alive from both ends, so that a host that vanishes leaves it within twenty seconds. */
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
  // told by `end`, and by whatever is asked of it
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
 * `alone`: the data folder is this process's own. `external`: so are the files, on a database that others reach. `shared`: others may run beside
 * it that share it too.
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

/** No such password, no such login, no such database. */
const WRONG = new Set(['28P01', '28000', '3D000'])

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'no answer in time'
