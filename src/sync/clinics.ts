import { MOST_CLINICS } from '../../contract/sync/sync.ts'
import type { Database, Fact } from '../db/database.ts'

/**
 * Which public clinics an admin's device holds the records of (decision 0125): by id, the ones its person has chosen; none chosen is the platform's first.
 * They are asked for with each pull, so that what they hold comes, changes and goes like everything else.
 */
export async function wantedClinics(db: Database): Promise<readonly string[]> {
  return listOf((await db.facts.get(WANTED))?.value)
}

/** Whether a pull has brought whole what is wanted now: until then nothing that is missing here is known to be missing. */
export async function areClinicsHere(db: Database): Promise<boolean> {
  const [wanted, here] = await db.facts.bulkGet([WANTED, HERE])
  return listOf(wanted?.value).join() === listOf(here?.value).join()
}

/** Asks for these clinics from the next pull on, and lets all others go with it. */
export async function wantClinics(db: Database, ids: readonly string[]): Promise<void> {
  await db.facts.put({ name: WANTED, value: [...new Set(ids)].toSorted().slice(0, MOST_CLINICS) })
}

/** What a pull that has everything writes down: with which clinics it was asked for. */
export const tookClinics = (clinics: readonly string[]): Fact => ({ name: HERE, value: clinics })

const WANTED = 'clinics'
const HERE = 'clinicsHere'
const listOf = (value: unknown) => (Array.isArray(value) ? (value as readonly string[]) : []) // only this file writes it
