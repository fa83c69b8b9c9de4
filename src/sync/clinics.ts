import { MOST_CLINICS } from '../../contract/sync/sync.ts'
import type { Database } from '../db/database.ts'

/**
 * Which public clinics an admin's device holds the records of (decision 0125): by id, the ones its person has chosen; none chosen is the platform's first.
 * They are asked for with each pull, so that what they hold comes, changes and goes like everything else.
 */
export async function wantedClinics(db: Database): Promise<readonly string[]> {
  const value = (await db.facts.get(WANTED))?.value
  return Array.isArray(value) ? (value as readonly string[]) : [] // only this file writes it
}

/** Asks for these clinics from the next pull on, and lets all others go with it. */
export async function wantClinics(db: Database, ids: readonly string[]): Promise<void> {
  await db.facts.put({ name: WANTED, value: [...new Set(ids)].toSorted().slice(0, MOST_CLINICS) })
}

const WANTED = 'clinics'
