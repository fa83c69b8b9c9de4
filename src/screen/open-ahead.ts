import type { SessionRecord } from '../api/session-record.ts'
import type { Database } from '../db/database.ts'
import type { Seal } from '../db/seal.ts'
import { readAhead } from '../db/shared-query.ts'
import { openOrRescue } from '../sync/rescue.ts'
import { ownRow } from './person.ts'
import { standing } from './standing.ts'

/**
 * Opens a person's database on their own device and reads what every page waits for, while the page's code is still
 * loading. The first `openDevice` for the same person gets it; if none comes, it is closed. A shared device is not
 * opened before it is unlocked.
 */
export function openAhead(session: SessionRecord): void {
  if (session.shared || begun) return
  const id = session.person.id
  const mine = { id, opened: openOrRescue(id).then(async ({ db }) => (await settled(readFirst(db, session)), db)) }
  begun = mine
  mine.opened.catch(() => undefined) // whoever takes it gets the error
  setTimeout(() => {
    if (begun !== mine) return
    begun = null
    mine.opened.then(closeLater, () => undefined)
  }, UNTAKEN_MS)
}

/** The person's open database; rejects like `openOrRescue`. */
export async function openDevice({ person }: SessionRecord, seal: Seal | null): Promise<Database> {
  const ahead = begun
  if (!ahead || seal || ahead.id !== person.id) return (await openOrRescue(person.id, seal)).db
  begun = null
  return ahead.opened
}

/** Closes it after the screens have ended their live queries. */
export const closeLater = (db: Database) => void setTimeout(() => db.close({ disableAutoOpen: true }))

/** How long a start waits at most for this data before it draws; later data is drawn when it arrives. */
export const AHEAD_MS = 500

let begun: { readonly id: string; readonly opened: Promise<Database> } | null = null
const UNTAKEN_MS = 10_000

/**
 * Both at once: if another device has moved the person to another clinic meanwhile, the component that shows it reads
 * it again.
 */
const readFirst = (db: Database, { person, clinicId }: SessionRecord) =>
  Promise.all([readAhead(db, ownRow(db, person.id)), readAhead(db, standing(db, person, clinicId))])

/** Resolves when the work is done, has failed or takes too long; whoever shows the data handles that. */
const settled = (work: Promise<unknown>) =>
  Promise.race([work.catch(() => undefined), new Promise((late) => setTimeout(late, AHEAD_MS))])
