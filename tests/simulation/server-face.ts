import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { Db } from '../../server/db/pool.ts'
import { asPerson } from '../../server/db/transaction.ts'
import { authenticate } from '../../server/identity/session-store.ts'
import type { Who } from '../../server/identity/who.ts'

export type Signed = { readonly token: string; readonly session: string }

/**
 * What a program needs of its server apart from the line: sign-ins, and what a person may see. `pool` is that of the
 * running server.
 */
export function faceOf(parts: {
  readonly up: () => Promise<unknown>
  readonly sql: (text: string, values: unknown[]) => Promise<unknown>
  readonly pool: () => pg.Pool
  readonly clock: { readonly now: number }
}) {
  const { up, sql, pool, clock } = parts
  return {
    signIn: async (personId: string, hostClinic: string | null): Promise<Signed> => {
      await up()
      // as `openSession` does for a client without a browser, but without the tenth of a second for the password
      const signed = { token: randomBytes(32).toString('base64url'), session: randomBytes(32).toString('base64url') }
      await sql(
        `insert into session (session_hash, token_hash, person_id, host_clinic, created_at, used_at, expires_at) values ($1, $2, $3, $4, $5, $5, $6)`,
        [
          hash(signed.session),
          hash(signed.token),
          personId,
          hostClinic,
          new Date(clock.now),
          new Date(clock.now + 86_400_000),
        ],
      )
      return signed
    },
    whoIs: async ({ token, session }: Signed): Promise<Who | null> => {
      await up()
      return authenticate(pool(), { token, session, bind: null, unlock: null }, clock.now, null)
    },
    /** Reads as a person, under the database's own row level security. */
    asPerson: async <T>(who: Who, read: (db: Db) => Promise<T>): Promise<T> => {
      await up()
      return asPerson(pool(), who, read, { isolation: 'repeatable read' })
    },
  }
}

const hash = (value: string) => createHash('sha256').update(value).digest('base64url')
