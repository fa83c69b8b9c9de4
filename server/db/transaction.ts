import type { Socket } from 'node:net'
import type pg from 'pg'
import type { Role } from '../../contract/kernel/call.ts'
import { traceNow } from '../kernel/trace.ts'
import { kept, together, type Db } from './pool.ts'

/** What the database must know of the asker: row-level security reads nothing else (TRUST D10). */
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
  /** Nobody waits for the answer any more. Only of a read: a change whose asker left is done all the same (SYNC I3). */
  readonly signal?: AbortSignal | undefined
}

/**
 * One transaction under the asker's sight, committed when `work` returns. A serialization failure or deadlock is tried again,
 * three times in all; everything else rolls back and is thrown on. One that is aborted ends where it is, and throws the signal's reason. Where a newer build
 * has added a column meanwhile, what was planned before is planned anew (issue 29, 6).
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
        // its statements are planned anew on a new connection; the others of the pool may be as old, and take no try away
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
 * Hangs up. PostgreSQL ends a statement whose connection is gone (`client_connection_check_interval`); a cancel by process id could reach the
 * next one's statement on the same connection. The driver has no public way to hang up under a running statement.
 */
const cutOff = (client: pg.PoolClient) =>
  (client as pg.PoolClient & { readonly connection: { readonly stream: Socket } }).connection.stream.destroy()

/** PostgreSQL's five-letter code of an error, or null for an error of another kind. */
export function sqlState(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? error.code
    : null
}

/** The name is what pg_stat_activity and PostgreSQL's own log show (`%a`): whose statement it is, by the id of the request's trace. */
const ENTER = `select set_config('role', 'bedside_app', true), set_config('app.keys', $1, true),
  set_config('app.person', $2, true), set_config('app.type', $3, true), set_config('app.superadmin', $4, true),
  set_config('application_name', $5, true)`

/** A kept statement returns other columns now than when it was planned: PostgreSQL refuses it on that connection for good. */
const isOldPlan = (error: unknown) =>
  sqlState(error) === '0A000' && error instanceof Error && error.message.startsWith('cached plan')

const TRY_AGAIN = new Set(['40001', '40P01'])
