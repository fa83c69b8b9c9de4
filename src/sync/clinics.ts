import { MOST_CLINICS } from '../../contract/sync/sync.ts'
import type { Database, Fact } from '../db/database.ts'

/**
 * The public clinics whose records an admin's device holds (decision 0125), by id: those its person has chosen; empty
 * means the platform's first. Each pull sends them, so that their records come, change and go like all others.
 */
export async function wantedClinics(db: Database): Promise<readonly string[]> {
  return listOf((await db.facts.get(WANTED))?.value)
}

/** Whether a pull has completed with the current choice: until then a missing record may only be late. */
export async function areClinicsHere(db: Database): Promise<boolean> {
  const [wanted, here] = await db.facts.bulkGet([WANTED, HERE])
  return listOf(wanted?.value).join() === listOf(here?.value).join()
}

/** Chooses these clinics from the next pull on, and releases all others with it. */
export async function wantClinics(db: Database, ids: readonly string[]): Promise<void> {
  await db.facts.put({ name: WANTED, value: [...new Set(ids)].toSorted().slice(0, MOST_CLINICS) })
}

/** What a complete pull records: the clinics it was requested with. */
export const tookClinics = (clinics: readonly string[]): Fact => ({ name: HERE, value: clinics })

const WANTED = 'clinics'
const HERE = 'clinicsHere'
const listOf = (value: unknown) => (Array.isArray(value) ? (value as readonly string[]) : []) // only this file writes it
