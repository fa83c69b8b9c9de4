import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Db } from '../../db/pool.ts'
import type { Vault } from '../../ports/vault.ts'

/** The end of the chain: the number of links, the hash of the last, and what else is signed with the key. */
export type Head = {
  readonly n: number
  readonly hash: Buffer
  /** No line up to this `seq` can still appear. */
  readonly settled: number
  /** The latest time in a linked line; null before the first. */
  readonly newest: Date | null
}

type Row = Head & { readonly mac: string }

/**
 * The head in the database, and whether the holder of the key wrote it. Null: none was written yet, or it was removed.
 */
export async function readHead(db: Db, vault: Vault, lock = false): Promise<(Head & { isOurs: boolean }) | null> {
  const { rows } = await db.query<Row>(
    lock
      ? 'select n, hash, settled, newest, mac from audit_head for update'
      : 'select n, hash, settled, newest, mac from audit_head',
  )
  const row = rows[0]
  return row ? { ...row, isOurs: row.mac === macOf(vault, row) } : null
}

export const writeHead = (db: Db, vault: Vault, head: Head) =>
  db.query(
    `insert into audit_head (n, hash, settled, newest, mac) values ($1, $2, $3, $4, $5)
     on conflict (one) do update set n = excluded.n, hash = excluded.hash, settled = excluded.settled, newest = excluded.newest, mac = excluded.mac`,
    [head.n, head.hash, head.settled, head.newest, macOf(vault, head)],
  )

const macOf = (vault: Vault, { n, hash, settled, newest }: Head) =>
  vault.keyed('audit head', JSON.stringify([n, hash.toString('hex'), settled, newest?.getTime() ?? null]))

/** A place in the chain that was once its end: the chain must still contain it. */
export type Anchor = { readonly n: number; readonly hash: string }

/**
 * The end last seen, from a file outside the database: a chain that was cut is shorter than this says. Null: there is
 * none, or it is not ours.
 */
export async function readAnchor(file: string, vault: Vault): Promise<Anchor | null> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const [n = '', hash = '', mac = ''] = text.trim().split(' ')
  return mac && mac === vault.keyed('audit anchor', `${n} ${hash}`) ? { n: Number(n), hash } : null
}

/** Atomically. */
export async function writeAnchor(file: string, vault: Vault, { n, hash }: Anchor): Promise<void> {
  await writeFile(`${file}.new`, `${n} ${hash} ${vault.keyed('audit anchor', `${n} ${hash}`)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
