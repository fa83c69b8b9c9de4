import Dexie from 'dexie'
import { sessionCalls } from '../../contract/session/session.ts'
import { call } from '../api/call.ts'
import { sendAs } from '../api/http.ts'
import { forgetOwner, keepUntil, readOwners } from '../api/owners.ts'
import { readSession } from '../api/session.ts'
import { withDatabase } from '../db/database.ts'
import { databaseOf } from '../db/name.ts'
import { clearRecords } from './clear.ts'

/**
 * Changes of one person that wait unsent on this device: whose, how many, and when the first was made (ISO, or null).
 */
export type WaitingHere = {
  readonly person: string
  readonly name: string
  readonly changes: number
  readonly since: string | null
}

/**
 * Whose work waits here, except that of the person who is `here`. Needs no key: how many changes wait, and since when,
 * is never encrypted. Forgets the names of people of whom nothing is left.
 */
export async function waitingHere(ownId: string | null): Promise<readonly WaitingHere[]> {
  const signedIn = (await readSession())?.person.id
  const found: WaitingHere[] = []
  for (const { person, name } of await readOwners()) {
    if (person === ownId) continue
    const waiting = (await Dexie.exists(databaseOf(person)))
      ? await withDatabase(person, async (db) => ({
          changes: await db.outbox.count(),
          first: await db.outbox.orderBy('seq').first(),
        }))
      : null
    if (waiting?.changes) found.push({ person, name, changes: waiting.changes, since: waiting.first?.madeAt ?? null })
    else if (!waiting && person !== signedIn) await forgetOwner(person)
  }
  return found.toSorted((a, b) => (a.since ?? '').localeCompare(b.since ?? ''))
}

/**
 * Rule 89: removes the records of people whose token the server has not accepted for seven days; unsent work stays.
 * Only if the server's clock says so: this device's own clock may be wrong. Never affects a person who is signed in
 * here.
 */
export async function wipeOverdue(): Promise<void> {
  const ownId = (await readSession())?.person.id
  const over = (await readOwners()).filter(({ person, until }) => person !== ownId && until < Date.now())
  if (over.length === 0) return
  const answer = await call(sessionCalls['session.start'], {}, sendAs(null))
  if (answer.kind !== 'done') return
  const now = Date.parse(answer.reply.now)
  for (const { person, untilThere } of over) {
    if (untilThere >= now) continue
    if (await Dexie.exists(databaseOf(person))) await clearRecords(person)
    await keepUntil(person, Infinity, 0)
  }
}
