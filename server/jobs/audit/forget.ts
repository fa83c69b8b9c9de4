import type pg from 'pg'
import { asServer } from '../../db/owner.ts'
import type { Db } from '../../db/pool.ts'
import type { Vault } from '../../ports/vault.ts'
import { readBase, writeBase, type Base } from './base.ts'
import { readHead } from './head.ts'
import { DIGEST } from './line.ts'

/** A slice of the audit for each month, made ahead (decision 0147). */
export const beginMonth = (pool: pg.Pool) => pool.query('select audit_begin_month()')

/**
 * Drops the oldest slice of the audit where all of its lines are older than `years`, six at least, and lets the chain begin after them, in one transaction; then some
 * links of what went. Does nothing to a chain that is not whole: `isWhole` says what the last walk found. Answers whether a slice went.
 */
export async function forgetMonth(pool: pg.Pool, vault: Vault, years: number, isWhole: boolean): Promise<boolean> {
  const wasDropped = isWhole && (await asServer(pool, (db) => dropOldest(db, vault, years)))
  await pool.query('select audit_unlink($1)', [UNLINKED_AT_ONCE])
  return wasDropped
}

async function dropOldest(db: Db, vault: Vault, years: number): Promise<boolean> {
  const { rows } = await db.query<{ n: number | null }>('select audit_old($1) as n', [years])
  const slice = rows[0]!.n
  if (slice === null) return false
  // a walk of a month's links, which a request would not be given the time for
  await db.query('set local statement_timeout = 0')
  const head = await readHead(db, vault, true)
  const before = await readBase(db, vault)
  const upto = (slice + 1) * SLICE
  if (!head?.isOurs || !before.isOurs || head.settled < upto) return false
  const base = await baseWithout(db, before, upto)
  if (!base) return false
  if (Object.keys(base.beyond).length > MOST_BEYOND)
    throw new Error('the months of the audit do not lie one after another')
  await writeBase(db, vault, base)
  const dropped = await db.query<{ n: number | null }>('select audit_drop_old($1) as n', [years])
  if (dropped.rows[0]!.n !== slice) throw new Error('another slice of the audit is the oldest now')
  return true
}

/** Where the chain begins without the lines below `upto`: before the first link of another. Null where nothing else is linked. */
async function baseWithout(db: Db, before: Base, upto: number): Promise<Base | null> {
  const { rows: first } = await db.query<{ n: number }>(
    'select n from audit_link where n > $1 and seq >= $2 order by n limit 1',
    [before.n, upto],
  )
  if (!first[0]) return null
  const n = first[0].n - 1
  const { rows: last } = await db.query<{ hash: Buffer }>('select hash from audit_link where n = $1', [n])
  const { rows: beyond } = await db.query<{ seq: number; digest: Buffer }>(
    `select l.seq, ${DIGEST} as digest from audit_link l join audit a on a.seq = l.seq where l.n > $1 and l.seq < $2`,
    [n, upto],
  )
  // what went with an earlier slice and is linked still later
  const { rows: still } = await db.query<{ seq: number }>(
    'select seq from audit_link where n > $1 and seq = any($2::bigint[])',
    [n, Object.keys(before.beyond)],
  )
  return {
    n,
    hash: last[0]?.hash ?? before.hash,
    beyond: Object.fromEntries([
      ...still.map(({ seq }) => [String(seq), before.beyond[seq]!]),
      ...beyond.map(({ seq, digest }) => [String(seq), digest.toString('hex')]),
    ]),
  }
}

/** Numbers of a slice, as in migration 0147. */
const SLICE = 10_000_000
/** A minute's lines of the busiest hour, and more. */
const MOST_BEYOND = 10_000
const UNLINKED_AT_ONCE = 5000
