import { openDatabase, rowsIn, tableNames } from '../db/database.ts'

/** Takes a person's records off the device, all but the changes that wait; without any the whole database goes (TRUST D18). */
export async function clearRecords(personId: string): Promise<void> {
  const db = openDatabase(personId)
  await db.open()
  if ((await db.outbox.count()) === 0) return db.delete({ disableAutoOpen: true })
  await db.transaction(
    'rw',
    [db.base, db.facts, db.replies, db.settled, db.drafts, ...tableNames.map((name) => rowsIn(db, name))],
    async () => {
      for (const name of tableNames) await rowsIn(db, name).clear()
      await Promise.all([db.facts.clear(), db.replies.clear(), db.settled.clear(), db.drafts.clear()])
      // the changes keep their place: the records come back under them with the next pull
      await db.base.toCollection().modify({ row: null })
    },
  )
}

/** Takes all of a person off the device, also what has not been sent; only ever on their own word. */
export async function forgetDevice(personId: string): Promise<void> {
  await openDatabase(personId).delete({ disableAutoOpen: true })
}
