import type { Database } from '../db/database.ts'

/**
 * Whether the server was restored from an older copy and this device has not caught up yet: until then it sends nothing
 * (`offer-again.ts`).
 */
export const isRestored = async (db: Database): Promise<boolean> => (await db.facts.get(RESTORED))?.value === true

export const noteRestored = (db: Database) => db.facts.put({ name: RESTORED, value: true })

/** Call within the transaction that makes the queue fit the server's data. */
export const noteCaughtUp = (db: Database) => db.facts.bulkDelete([RESTORED, FORMER])

/**
 * The cursor by which the server knows whether the bases of waiting changes are of its life. On a device that was
 * cleared, whose records are fetched again, the cursor it had before.
 */
export async function placeOf(db: Database): Promise<string | null> {
  const [cursor, former] = await db.facts.bulkGet(['cursor', FORMER])
  const value = former?.value ?? cursor?.value
  return typeof value === 'string' ? value : null
}

/** Call within the transaction that clears the records and keeps waiting changes. */
export async function keepPlace(db: Database, place: string | null) {
  if (place) await db.facts.put({ name: FORMER, value: place })
}

const RESTORED = 'restored'
const FORMER = 'formerCursor'
