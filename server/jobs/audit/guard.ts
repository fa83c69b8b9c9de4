import { asServer } from '../../db/owner.ts'
import { note } from '../../areas/notification/note.ts'
import type { Deps } from '../../http/handler.ts'
import { readBase } from './base.ts'
import { checkAudit, type AuditFault, type AuditLook } from './check.ts'
import { beginMonth, forgetMonth } from './forget.ts'
import { readAnchor, writeAnchor } from './head.ts'
import { linkLines } from './link.ts'
import { watchSettled } from './settle.ts'

type GuardDeps = Pick<Deps, 'pool' | 'now' | 'vault' | 'poke'>

/**
 * Keeps the audit's chain (TRUST D15, G22). Run every minute: links what is new; once a night, and at once where the chain's end is not
 * where it was, walks the whole chain. What is wrong is written down and rings every superadmin, once for the same faults. Answers what the last walk
 * found, or null before the first. `anchor` is a file of the data folder, which whoever rewrites the database does not reach. Each month gets a slice of its
 * own, and one that is older than `years` is dropped, the night its lines were found whole.
 */
export function guardAudit(anchor: string, years: number) {
  const settled = watchSettled()
  return async ({ pool, now, vault, poke }: GuardDeps): Promise<AuditLook | null> => {
    await beginMonth(pool)
    const anchored = await readAnchor(anchor, vault)
    const isCut = anchored !== null && !(await leadsThrough(pool, vault, anchored))
    if (isCut) settled.forget()
    const head = await linkLines(pool, vault, await settled.look(pool, now()))
    const last = await lastCheck(pool)
    const isDue = last === null || nightOf(now()) > nightOf(last.at.getTime())
    let look: AuditLook | null = last
    if (isDue || isCut || (!head && !last?.faults.some(({ kind }) => kind === 'head'))) {
      look = await checkAudit(pool, vault, anchored)
      const rooms = await keep(pool, now(), look, last)
      if (rooms.length) poke(rooms)
      await forgetMonth(pool, vault, years, head !== null && look.faults.length === 0)
    }
    // a verified end becomes what the next round must find, also after a cut that has been reported
    if (head) await writeAnchor(anchor, vault, { n: head.n, hash: head.hash.toString('hex') })
    return look
  }
}

/** Days since 1970, which begin at 01:00 UTC. */
const nightOf = (ms: number) => Math.floor((ms - 3_600_000) / 86_400_000)

async function leadsThrough(
  pool: GuardDeps['pool'],
  vault: GuardDeps['vault'],
  { n, hash }: { n: number; hash: string },
) {
  if (n === 0) return true
  const base = await readBase(pool, vault)
  // seen so long ago that its lines have been dropped since
  if (base.isOurs && n < base.n) return true
  const { rows } = await pool.query<{ hash: Buffer }>('select hash from audit_link where n = $1', [n])
  return rows[0]?.hash.toString('hex') === hash
}

type Kept = AuditLook & { readonly at: Date }

async function lastCheck(pool: GuardDeps['pool']): Promise<Kept | null> {
  const { rows } = await pool.query<Kept>('select at, lines, faults from audit_check order by at desc limit 1')
  return rows[0] ?? null
}

/** Stores the result of a check, and notifies the superadmins if it found something new. Returns the rooms to poke. */
async function keep(pool: GuardDeps['pool'], now: number, look: AuditLook, last: Kept | null): Promise<string[]> {
  return asServer(pool, async (db) => {
    await db.query(
      'insert into audit_check (at, lines, faults) values ($1, $2, $3) on conflict (at) do update set lines = excluded.lines, faults = excluded.faults',
      [new Date(now), look.lines, JSON.stringify(look.faults)],
    )
    await db.query('delete from audit_check where at < $1', [new Date(now - KEPT_MS)])
    const known = new Set(last?.faults.map(nameOf))
    const fresh = look.faults.filter((fault) => !known.has(nameOf(fault)))
    if (!fresh.length) return []
    const { rows } = await db.query<{ id: string }>(
      `select id from person where type = 'admin' and superadmin and active and deleted_at is null`,
    )
    for (const { id } of rows)
      await note(
        db,
        { userId: id, kind: 'audit_broken', args: [String(look.faults.length), placesOf(look.faults)] },
        now,
      )
    return rows.map(({ id }) => `user:${id}`)
  })
}

const KEPT_MS = 400 * 86_400_000

const nameOf = ({ kind, seq }: AuditFault) => `${kind} ${seq ?? ''}`

/** The first few lines by number, for lookup. */
const placesOf = (faults: readonly AuditFault[]) =>
  [...new Set(faults.map(({ seq }) => (seq === null ? '–' : `#${seq}`)))].slice(0, 5).join(', ')
