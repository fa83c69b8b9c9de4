import type pg from 'pg'
import { PASSKEYS_MOST } from '../../../contract/kernel/constants.ts'
import type { Enrolled } from './passkey.ts'

type Kept = Enrolled & {
  readonly id: string
  readonly host: string
  readonly transports: readonly string[]
  readonly name: string
  readonly now: number
}

/** Stores a new one, unless its owner has the maximum; 'taken' if its id is known already. */
export const keepPasskey = (
  pool: pg.Pool,
  personId: string,
  { id, host, credentialId, publicKey, counter, transports, name, backedUp, now }: Kept,
): Promise<'kept' | 'too_many' | 'taken'> =>
  oneAtATime(pool, personId, async (client) => {
    const { rowCount } = await client.query('select from passkey where person_id = $1', [personId])
    if ((rowCount ?? 0) >= PASSKEYS_MOST) return 'too_many'
    const added = await client.query(
      `insert into passkey (id, person_id, host, credential_id, public_key, counter, transports, name, backed_up, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (credential_id) do nothing`,
      [id, personId, host, credentialId, Buffer.from(publicKey), counter, transports, name, backedUp, new Date(now)],
    )
    return added.rowCount ? 'kept' : 'taken'
  })

/** Removes one of a person's own; `keepOne`: but not the last. */
export const removePasskey = (
  pool: pg.Pool,
  personId: string,
  id: string,
  keepOne: boolean,
): Promise<'removed' | 'not_found' | 'last'> =>
  oneAtATime(pool, personId, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from passkey where person_id = $1', [personId])
    if (!rows.some((its) => its.id === id)) return 'not_found'
    if (keepOne && rows.length === 1) return 'last'
    await client.query('delete from passkey where id = $1', [id])
    return 'removed'
  })

/** What counts a person's passkeys waits for what changes them: two at once do not both find room, or another that stays. */
async function oneAtATime<T>(pool: pg.Pool, personId: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from person where id = $1 for no key update', [personId])
    const outcome = await work(client)
    await client.query('commit')
    return outcome
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
