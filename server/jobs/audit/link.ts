import type pg from 'pg'
import { asServer } from '../../db/owner.ts'
import type { Vault } from '../../ports/vault.ts'
import { readHead, writeHead, type Head } from './head.ts'
import { BEGINNING, DIGEST, hashAfter } from './line.ts'

/**
 * Links every line of the audit log that is not linked yet, in batches. Lines commit in another order than their
 * numbers, so it searches only above `settled`; `settle` says up to where all have appeared. Returns the head, or null
 * if it found a chain without its head: nothing is linked to that.
 */
export async function linkLines(pool: pg.Pool, vault: Vault, settle: number): Promise<Head | null> {
  for (let after = 0; ;) {
    const round = await asServer(pool, async (db) => {
      const found = await readHead(db, vault, true)
      if (!found && (await db.query('select from audit_link limit 1')).rowCount) return null
      if (found && !found.isOurs) return null
      const head = found ?? START
      const { rows } = await db.query<Line>(NEW, [Math.max(head.settled, after), BATCH])
      let { n, hash, newest } = head
      const links = rows.map((line) => {
        hash = hashAfter(hash, line.digest)
        if (!newest || line.at > newest) newest = line.at
        return { n: ++n, seq: line.seq, hash }
      })
      const isLast = links.length < BATCH
      if (links.length)
        await db.query(
          'insert into audit_link (n, seq, hash) select * from unnest($1::bigint[], $2::bigint[], $3::bytea[])',
          [links.map((link) => link.n), links.map((link) => link.seq), links.map((link) => link.hash)],
        )
      const settled = isLast ? Math.max(head.settled, settle) : head.settled
      const next = { n, hash, newest, settled }
      if (links.length || settled !== head.settled || !found) await writeHead(db, vault, next)
      return { head: next, isLast, last: links.at(-1)?.seq ?? after }
    })
    if (!round) return null
    if (round.isLast) return round.head
    after = round.last
  }
}

const START: Head = { n: 0, hash: BEGINNING, settled: 0, newest: null }

type Line = { readonly seq: number; readonly at: Date; readonly digest: Buffer }

const BATCH = 2000

const NEW = `
  select a.seq, a.at, ${DIGEST} as digest from audit a
   where a.seq > $1 and not exists (select from audit_link l where l.seq = a.seq)
   order by a.seq limit $2`
