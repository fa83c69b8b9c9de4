import type pg from 'pg'
import type { Vault } from '../../ports/vault.ts'
import { readBase } from './base.ts'
import { readHead, type Anchor } from './head.ts'
import { DIGEST, hashAfter } from './line.ts'

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
 * Walks the whole chain, page by page and without a long transaction. Each line is held against its own link and the one before, so that one that
 * was changed is named alone; whoever made all hashes again fails at the head. It begins where the months that are kept begin. `anchor` is an end that was
 * seen before.
 */
export async function checkAudit(pool: pg.Pool, vault: Vault, anchor: Anchor | null): Promise<AuditLook> {
  const faults: AuditFault[] = []
  const found = (kind: AuditFault['kind'], seq: number | null) => {
    if (faults.length < MOST_FAULTS) faults.push({ kind, seq })
  }
  const head = await readHead(pool, vault)
  const end = head?.n ?? Number.MAX_SAFE_INTEGER
  const base = await readBase(pool, vault)
  if (!base.isOurs) found('head', null)
  let [n, hash, newest] = [base.n, base.hash, 0]
  let meets = anchor === null || anchor.n <= base.n
  for (let page = FULL; page === FULL;) {
    const { rows } = await pool.query<Linked>(LINKED, [n, end, FULL])
    page = rows.length
    for (const link of rows) {
      if (link.n !== n + 1) found('removed', null)
      const dropped = base.beyond[link.seq]
      const digest = link.digest ?? (dropped ? Buffer.from(dropped, 'hex') : null)
      if (!digest) found('removed', link.seq)
      else if (!hashAfter(hash, digest).equals(link.hash)) found('changed', link.seq)
      else if (link.at && link.at.getTime() < newest - LONGEST_MS) found('inserted', link.seq)
      if (link.at) newest = Math.max(newest, link.at.getTime())
      n = link.n
      hash = link.hash
      if (n === anchor?.n) meets = hash.toString('hex') === anchor.hash
    }
  }
  if (!meets) found('cut', null)
  if (head ? !head.isOurs || head.n !== n || !head.hash.equals(hash) : n > 0) found('head', null)
  for (let from: number | null = 0; from !== null;) {
    const { rows }: { readonly rows: Unlinked[] } = await pool.query<Unlinked>(UNLINKED, [
      from,
      head?.settled ?? 0,
      WINDOW,
    ])
    for (const seq of rows[0]!.seqs ?? []) found('inserted', seq)
    from = rows[0]!.upto
  }
  return { lines: n - base.n - Object.keys(base.beyond).length, faults }
}

type Linked = { readonly n: number; readonly seq: number; readonly hash: Buffer } & (
  | { readonly digest: Buffer; readonly at: Date }
  | { readonly digest: null; readonly at: null }
)

/** Where a page of lines ends, null after the last, and those of it that have no place in the chain. */
type Unlinked = { readonly upto: number | null; readonly seqs: readonly number[] | null }

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

/** By as many lines, not numbers: each month begins with a number far on. */
const UNLINKED = `
  select max(seq) as upto, array_agg(seq::float8 order by seq) filter (where not linked) as seqs from (
    select a.seq, exists (select from audit_link l where l.seq = a.seq) as linked
      from audit a where a.seq > $1 and a.seq <= $2 order by a.seq limit $3) page`
