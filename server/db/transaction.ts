import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Role } from '../../contract/kernel/call.ts'
import { traceNow } from '../kernel/trace.ts'
import { kept, together, type Db } from './pool.ts'

/** What the database must know about the caller: row-level security reads nothing else (TRUST D10). */
export type Visibility = {
  readonly id: string | null
  readonly type: Role | null
  readonly keys: readonly string[]
  readonly superadmin?: boolean
}

export const NOBODY: Visibility = { id: null, type: null, keys: [] }

type Manner = {
  readonly isolation?: 'read committed' | 'repeatable read'
  readonly readOnly?: boolean
  /** No one waits for the answer any more. Only for a read: a change is done even if its caller has left (SYNC I3). */
  readonly signal?: AbortSignal | undefined
}

/**
 * One transaction with the person's visibility, committed when `work` returns. A serialization failure or deadlock is
 * retried, three attempts in all; any other error rolls back and is rethrown. If aborted it ends where it is, and
 * throws the signal's reason. If a newer build has added a column meanwhile, old plans are made again (issue 29, 6).
 */
export async function asPerson<T>(
  pool: pg.Pool,
  sight: Visibility,
  work: (db: Db) => Promise<T>,
  { isolation = 'read committed', readOnly = false, signal }: Manner = {},
): Promise<T> {
  let stale = 0
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted()
    const client = await pool.connect()
    let broken = false
    const cut = () => cutOff(client)
    signal?.addEventListener('abort', cut, { once: true })
    try {
      signal?.throwIfAborted()
      await together(
        client.query(`begin isolation level ${isolation}${readOnly ? ' read only' : ''}`),
        client.query(
          kept(ENTER, [
            `{${sight.keys.join(',')}}`,
            sight.id ?? '',
            sight.type ?? '',
            String(sight.superadmin ?? false),
            `bedside ${traceNow()?.id ?? 'own work'}`,
          ]),
        ),
      )
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true
      })
      signal?.throwIfAborted()
      if (isOldPlan(error) && stale++ < (pool.options.max ?? 10)) {
        // its statements are planned again on a new connection; others of the pool may be as old, and do not use up an
        // attempt
        broken = true
        attempt--
      } else if (attempt >= 3 || !TRY_AGAIN.has(sqlState(error) ?? '')) throw error
    } finally {
      signal?.removeEventListener('abort', cut)
      client.release(broken)
    }
    await new Promise((done) => setTimeout(done, Math.random() * 50 * attempt))
  }
}

/**
 * Hangs up. PostgreSQL ends a statement whose connection is gone (`client_connection_check_interval`); a cancel by
 * process id could hit the next statement on the same connection. The driver has no public way to hang up during a
 * statement.
 */
const cutOff = (client: pg.PoolClient) =>
  (client as pg.PoolClient & { readonly connection: { readonly stream: Socket } }).connection.stream.destroy()

/** PostgreSQL's five-character code of an error, or null for an error of another kind. */
export function sqlState(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : null
}

/**
 * pg_stat_activity and PostgreSQL's log (`%a`) show this name: it identifies a statement by the id of the request's
 * trace.
 */
const ENTER = `select set_config('role', 'bedside_app', true), set_config('app.keys', $1, true),
  set_config('app.person', $2, true), set_config('app.type', $3, true), set_config('app.superadmin', $4, true),
  set_config('application_name', $5, true)`

/**
 * A prepared statement now returns other columns than when it was planned: PostgreSQL refuses it on that connection for
 * good.
 */
const isOldPlan = (error: unknown) =>
  sqlState(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan')

const TRY_AGAIN = new Set(['40001', '40P01'])
