import type { Db } from '../../db/pool.ts'

/**
 * Determines up to which `seq` of the audit log all lines have appeared. A statement draws the number, ends within ten
 * seconds (`statement_timeout`) and has a transaction by then. So whatever drew its number half a minute ago has a
 * transaction below the newest now, and once all of those have ended no line can appear any more. Each call is one
 * check; `now` is epoch ms. Call `forget` after the database was set back.
 */
export function watchSettled() {
  let observed: { seq: number; at: number } | null = null
  let ending: { seq: number; xid: bigint } | null = null
  return {
    forget: () => {
      observed = ending = null
    },
    look: async (db: Db, now: number): Promise<number> => {
      const { rows } = await db.query<{ oldest: string; newest: string; seq: number }>(
        `select pg_snapshot_xmin(s)::text as oldest, pg_snapshot_xmax(s)::text as newest, (select coalesce(max(seq), 0) from audit) as seq
           from pg_current_snapshot() s`,
      )
      const { oldest, newest, seq } = rows[0]!
      const settled = ending && BigInt(oldest) >= ending.xid ? ending.seq : 0
      if (settled) ending = null
      if (!ending && observed && now - observed.at >= DRAWN_MS) {
        ending = { seq: observed.seq, xid: BigInt(newest) }
        observed = null
      }
      observed ??= { seq, at: now }
      return settled
    },
  }
}

const DRAWN_MS = 30_000
