import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { newId } from '../../../contract/kernel/id.ts'

/**
 * An empty server gets a code, new at each start, that creates its first superadmin; printed once, stored as a hash.
 * Null if a person exists already.
 */
export async function offerSetUp(pool: pg.Pool): Promise<string | null> {
  const { rowCount } = await pool.query('select from person limit 1')
  if (rowCount) return null
  const code = randomBytes(24).toString('base64url')
  await pool.query(`insert into meta values ('setup', $1) on conflict (name) do update set value = excluded.value`, [
    hash(code),
  ])
  return code
}

type FirstAdmin = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly passwordHash: string
}

/** Uses the code up and makes the superadmin, in one statement: of two at once, one wins. Answers their id, or null for a code that is wrong or used. */
export async function makeFirstAdmin(
  pool: pg.Pool,
  code: string,
  { name, email, phone, passwordHash }: FirstAdmin,
): Promise<string | null> {
  const id = newId()
  const { rowCount } = await pool.query(
    `with used as (delete from meta where name = 'setup' and value = $1 returning name)
     insert into person (id, type, name, email, phone, superadmin, password_hash) select $2, 'admin', $3, $4, $5, true, $6 from used`,
    [hash(code), id, name, email, phone, passwordHash],
  )
  return rowCount === 1 ? id : null
}

const hash = (value: string) => createHash('sha256').update(value).digest('base64url')
