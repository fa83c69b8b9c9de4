import type { Db } from '../../db/pool.ts'

/**
 * Finds out up to which `seq` of the audit all lines have come. A number is drawn by a statement, which ends within ten seconds (`statement_timeout`)
 * and by then has a transaction; so what had drawn its number half a minute ago has a transaction below today's newest, and once all of those
 * have ended, none can come any more. Each call is one look; `now` is epoch ms. A database set back beneath us begins anew by `forget`.
 */
export function watchSettled() {
  let seen: { seq: number; at: number } | null = null
  let ending: { seq: number; xid: bigint } | null = null
  return {
    forget: () => {
      seen = ending = null
    },
    look: async (db: Db, now: number): Promise<number> => {
      const { rows } = await db.query<{ oldest: string; newest: string; seq: number }>(
        `select pg_snapshot_xmin(s)::text as oldest, pg_snapshot_xmax(s)::text as newest, (select coalesce(max(seq), 0) from audit) as seq
           from pg_current_snapshot() s`,
      )
      const { oldest, newest, seq } = rows[0]!
      const settled = ending && BigInt(oldest) >= ending.xid ? ending.seq : 0
      if (settled) ending = null
      if (!ending && seen && now - seen.at >= DRAWN_MS) {
        ending = { seq: seen.seq, xid: BigInt(newest) }
        seen = null
      }
      seen ??= { seq, at: now }
      return settled
    },
  }
}

const DRAWN_MS = 30_000
