import { readSession } from '../api/session.ts'
import { rowsIn, withDatabase } from '../db/database.ts'
import { wipePerson } from '../sync/wipe.ts'
import { onWipe } from '../api/wipe.ts'
import { contextOf, retryNow } from '../sync/context.ts'
import { cycle } from '../sync/cycle.ts'

onWipe(wipePerson)

/**
 * Sends what waits and fetches what is new, as the person signed in; returns the number of unread notifications. Null
 * if no one is signed in, and on a shared device: its key is never in this worker, so it can neither read nor send
 * anything (TRUST D17).
 */
export async function catchUp(): Promise<number | null> {
  const session = await readSession()
  if (!session || session.shared) return null
  return withDatabase(session.person.id, async (db) => {
    await retryNow(db)
    await cycle(db, contextOf(session))
    return rowsIn(db, 'notification')
      .filter((row) => row['read'] === false)
      .count()
  })
}

/**
 * One round without a tab: sends what waits under the same lock as any tab, as the person whose session is in
 * `bedside-session`. Does nothing if no one is signed in, the device is shared, or nothing waits. Throws if the server
 * was not reached, so that the browser tries again later.
 */
export async function sendQueue(): Promise<void> {
  const session = await readSession()
  if (!session || session.shared) return
  await withDatabase(session.person.id, async (db) => {
    if ((await db.outbox.count()) === 0) return
    await retryNow(db)
    if ((await cycle(db, contextOf(session))) === 'offline') throw new Error('the server was not reached')
  })
}
