import { readSettings } from '../areas/setting/read.ts'
import { asServer } from '../db/owner.ts'
import type { Deps } from '../http/handler.ts'

/**
 * Counts when doctors are next free for patients, for the public list (decision 0168): those whose count is the oldest
 * first, as many as half a minute or so allows. Run every minute; what is older than half an hour is not shown. Returns
 * how many were counted.
 */
export async function countNextFree({ pool, now }: Pick<Deps, 'pool' | 'now'>): Promise<number> {
  let counted = 0
  // each batch is a transaction of its own, so that none is open for long
  for (let n = 0; n < BATCHES; n++) {
    const done = await asServer(pool, async (db) => {
      const { leadMinutes, horizonDays } = await readSettings(db)
      const at = now()
      const { rows } = await db.query<{ done: number }>('select site_count_next_free($1, $2, $3, $4) as done', [
        new Date(at),
        new Date(at + leadMinutes * 60_000),
        new Date(at + Math.min(horizonDays, DAYS) * 86_400_000),
        BATCH,
      ])
      return rows[0]!.done
    })
    counted += done
    if (done < BATCH) break
  }
  return counted
}

const DAYS = 28
/** A doctor takes a few milliseconds: a batch under a second, and a round a few of them. */
const BATCH = 100
const BATCHES = 8
