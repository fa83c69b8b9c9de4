import Dexie from 'dexie'
import { databaseOf } from '../db/name.ts'
import { withDatabase } from '../db/database.ts'
import type { Seal, Stored } from '../db/seal.ts'
import { resealRescued } from './rescue.ts'

/**
 * Rewrites all of a person's database, encrypted or decrypted, in one transaction: waiting changes keep their order,
 * and a crash leaves it as it was. Does nothing if there is none. Plain text from before may stay in the browser's own
 * files until it cleans them up.
 */
export async function sealOver(personId: string, from: Seal | null, to: Seal | null): Promise<void> {
  if (!(await Dexie.exists(databaseOf(personId)))) return
  await resealRescued(personId, from, to)
  await withDatabase(personId, (db) =>
    db.transaction('rw', db.tables, async () => {
      for (const table of db.tables) {
        const values = (await table.toArray()) as Stored[] // every table holds objects
        await table.bulkPut(values.map((value) => turned(table.name, value, from, to)))
      }
    }),
  )
}

/** Whether it contains anything encrypted. */
export async function holdsSealed(personId: string): Promise<boolean> {
  if (!(await Dexie.exists(databaseOf(personId)))) return false
  return withDatabase(personId, async (db) => {
    for (const table of db.tables) {
      const first = (await table.toCollection().first()) as Stored | undefined
      if (first && isSealed(first['row'] ? (first['row'] as Stored) : first)) return true
    }
    return false
  })
}

/** How much of a person's own work the server does not have: changes, and drafts. Needs no key. */
export async function countWaiting(personId: string): Promise<{ readonly changes: number; readonly drafts: number }> {
  if (!(await Dexie.exists(databaseOf(personId)))) return { changes: 0, drafts: 0 }
  return withDatabase(personId, async (db) => ({ changes: await db.outbox.count(), drafts: await db.drafts.count() }))
}

const isSealed = (value: Stored) => 'sealed' in value || 'sealedBytes' in value

function turned(table: string, value: Stored, from: Seal | null, to: Seal | null): Stored {
  const clear = from ? from.open(table, value) : value
  // an earlier attempt may have come this far
  return to && !isSealed(clear) ? to.close(table, clear) : clear
}
