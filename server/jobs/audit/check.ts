import type pg from 'pg'
import type { Vault } from '../../ports/vault.ts'
import { readHead, type Anchor } from './head.ts'
import { BEGINNING, DIGEST, hashAfter } from './line.ts'

/**
 * A fault in the audit log: `changed`, `removed` and `inserted` concern one line, `head` the end of the chain, `cut`
 * lines that were there once.
 */
export type AuditFault = {
  readonly kind: 'changed' | 'removed' | 'inserted' | 'head' | 'cut'
  /** The line; null if the fault is not in one line. */
  readonly seq: number | null
}

export type AuditLook = { readonly lines: number; readonly faults: readonly AuditFault[] }

/**
 * Walks the whole chain, page by page and without a long transaction. Each line is compared with its own link and the
 * one before, so that a changed line is named alone; someone who recomputes all hashes fails at the head. `anchor` is
 * an end of the chain that was seen before.
 */
export async function checkAudit(pool: pg.Pool, vault: Vault, anchor: Anchor | null): Promise<AuditLook> {
  const faults: AuditFault[] = []
  const found = (kind: AuditFault['kind'], seq: number | null) => {
    if (faults.length < MOST_FAULTS) faults.push({ kind, seq })
  }
  const head = await readHead(pool, vault)
  const end = head?.n ?? Number.MAX_SAFE_INTEGER
  let [n, hash, newest] = [0, BEGINNING, 0]
  let meets = anchor === null || anchor.n === 0
  for (let page = FULL; page === FULL;) {
    const { rows } = await pool.query<Linked>(LINKED, [n, end, FULL])
    page = rows.length
    for (const link of rows) {
      if (link.n !== n + 1) found('removed', null)
      if (!link.digest) found('removed', link.seq)
      else if (!hashAfter(hash, link.digest).equals(link.hash)) found('changed', link.seq)
      else if (link.at.getTime() < newest - LONGEST_MS) found('inserted', link.seq)
      if (link.digest) newest = Math.max(newest, link.at.getTime())
      n = link.n
      hash = link.hash
      if (n === anchor?.n) meets = hash.toString('hex') === anchor.hash
    }
  }
  if (!meets) found('cut', null)
  if (head ? !head.isOurs || head.n !== n || !head.hash.equals(hash) : n > 0) found('head', null)
  for (let from = 0; from < (head?.settled ?? 0); from += WINDOW) {
    const { rows } = await pool.query<{ seq: number }>(UNLINKED, [from, Math.min(from + WINDOW, head!.settled)])
    for (const { seq } of rows) found('inserted', seq)
  }
  return { lines: n, faults }
}

type Linked = { readonly n: number; readonly seq: number; readonly hash: Buffer } & (
  | { readonly digest: Buffer; readonly at: Date }
  | { readonly digest: null; readonly at: null }
)

const FULL = 2000
const WINDOW = 50_000
const MOST_FAULTS = 100
/**
 * A line joins the chain at most this late, ms: longer than any transaction lasts, with clocks that agree within an
 * hour.
 */
const LONGEST_MS = 3_600_000

const LINKED = `
  select l.n, l.seq, l.hash, a.at, case when a.seq is not null then ${DIGEST} end as digest
    from audit_link l left join audit a on a.seq = l.seq
   where l.n > $1 and l.n <= $2 order by l.n limit $3`

const UNLINKED = `
  select a.seq from audit a where a.seq > $1 and a.seq <= $2 and not exists (select from audit_link l where l.seq = a.seq) order by 1`
