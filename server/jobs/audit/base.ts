import type { Db } from '../../db/pool.ts'
import type { Vault } from '../../ports/vault.ts'
import { BEGINNING } from './line.ts'

/** Where the chain begins: after link `n`, whose hash is `hash`. Zero until months have been dropped. */
export type Base = {
  readonly n: number
  readonly hash: Buffer
  /** Digests, hex, of lines that were dropped and stand in the chain after its beginning, by `seq`: the months before and after mix at their border. */
  readonly beyond: Readonly<Record<string, string>>
}

/** The beginning as the database has it, and whether it was written by whoever holds the key. */
export async function readBase(db: Db, vault: Vault): Promise<Base & { readonly isOurs: boolean }> {
  const { rows } = await db.query<Base & { readonly mac: string }>('select n, hash, beyond, mac from audit_base')
  const row = rows[0]
  return row ? { ...row, isOurs: row.mac === macOf(vault, row) } : { n: 0, hash: BEGINNING, beyond: {}, isOurs: true }
}

export const writeBase = (db: Db, vault: Vault, base: Base) =>
  db.query(
    `insert into audit_base (n, hash, beyond, mac) values ($1, $2, $3, $4)
     on conflict (one) do update set n = excluded.n, hash = excluded.hash, beyond = excluded.beyond, mac = excluded.mac`,
    [base.n, base.hash, JSON.stringify(base.beyond), macOf(vault, base)],
  )

const macOf = (vault: Vault, { n, hash, beyond }: Base) =>
  vault.keyed('audit base', JSON.stringify([n, hash.toString('hex'), Object.entries(beyond).toSorted()]))
