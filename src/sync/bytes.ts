import { rowsIn, type Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { ended } from './ended.ts'
import { keyOf, targetsOf } from './fold.ts'
import { BACK_MS } from './forget.ts'

/**
 * Deletes a file's bytes after all of it has arrived, unless the person keeps them here. Call within the transaction of
 * the answer.
 */
export async function deleteBytes(db: Database, entry: Entry): Promise<void> {
  const [main] = targetsOf(entry)
  if (main)
    await db.blobs
      .where('id')
      .equals(main.id)
      .filter(({ keep }) => !keep)
      .delete()
}

/**
 * Deletes bytes that are no longer needed: of a file that the person may no longer see (I9), or of one discarded so
 * long ago that it can no longer be restored. Call within the transaction of a pull.
 */
export async function sweepBytes(db: Database, now: number): Promise<void> {
  const ids = await db.blobs.toCollection().primaryKeys()
  if (ids.length === 0) return
  const kept = new Set(await db.blobs.where('keep').equals(1).primaryKeys())
  const since = new Date(now - BACK_MS).toISOString()
  const givenUp = new Set(
    (await ended(db)).flatMap(({ entry, end, at }) =>
      end === 'discarded' && at > since ? targetsOf(entry).map(keyOf) : [],
    ),
  )
  for (const id of ids) {
    const key = keyOf({ table: 'patient_file', id })
    const stays =
      givenUp.has(key) ||
      (kept.has(id) && (await rowsIn(db, 'patient_file').get(id))) ||
      (await db.outbox.where('keys').equals(key).count())
    if (!stays) await db.blobs.delete(id)
  }
}
