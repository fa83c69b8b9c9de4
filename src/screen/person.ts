import { useEffect } from 'react'
import type { Person } from '../../contract/session/session.ts'
import { sessionCalls } from '../../contract/session/session.ts'
import { call } from '../api/call.ts'
import type { SessionRecord } from '../api/session-record.ts'
import { dropToken, readSession, writeSession } from '../api/session.ts'
import { rowsIn, type Database } from '../db/database.ts'
import { show, type Shown } from '../db/row.ts'
import { useShared, type Question } from '../db/shared-query.ts'
import { chooseLocale } from '../i18n/locale.ts'
import { afterFirstScreen } from './first-screen.ts'

/**
 * The signed-in person by their own synced record, or until it has arrived as they signed in. A change is written to
 * the session record for the next start, and a language chosen on another device is applied here (SPEC §6).
 */
export function usePerson(db: Database, session: SessionRecord): Person {
  const row = useShared(db, ownRow(db, session.person.id))
  useEffect(() => afterFirstScreen(() => void checkProfile()), [session.token])
  const known = withRow(session.person, row)
  const isKnown = Boolean(row)
  useEffect(() => {
    if (!isKnown) return
    return afterFirstScreen(() => void (keeping = keeping.then(() => keepPerson(known)).catch(reportError)))
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isKnown, JSON.stringify(known)])
  return known
}

/** A person's own synced record; null if this device does not hold it yet. */
export const ownRow = (db: Database, id: string): Question<OwnRow> => ({
  name: `own row ${id}`,
  ask: async () => {
    const stored = await rowsIn(db, 'person').get(id)
    return stored ? show('person', stored) : null
  },
})

type OwnRow = Shown<'person'> | null

/** The signed-in person with the data of their own record, if it has arrived. */
function withRow(person: Person, row: OwnRow | undefined): Person {
  if (!row) return person
  const { name, lang, email, phone, superadmin, clinicId } = row
  return { ...person, name, lang, email, phone, superadmin, clinicId }
}

/** Writes run one after the other, so that the newest is written last. */
let keeping: Promise<void> = Promise.resolve()

async function keepPerson(person: Person) {
  const record = await readSession()
  if (!record || record.person.id !== person.id || JSON.stringify(record.person) === JSON.stringify(person)) return
  await writeSession({ ...record, person })
  if (record.person.lang !== person.lang) await chooseLocale(person.lang)
}

/**
 * SPEC §8: a profile that cannot be loaded signs out. Only a refusal by the server counts; a missing network or a
 * server error does not (rule 103). A 401 has already deleted the token.
 */
async function checkProfile() {
  const outcome = await call(sessionCalls['session.user'], {})
  if (outcome.kind === 'refused' && (outcome.status === 403 || outcome.status === 404)) await dropToken()
}
