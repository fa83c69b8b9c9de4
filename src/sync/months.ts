import { MOST_MONTHS } from '../../contract/sync/sync.ts'
import type { Database, Fact } from '../db/database.ts'

/**
 * Months that a person keeps on this device (SYNC "Sight and window"): UTC months like 2026-03 beyond the days every
 * device keeps. Each pull requests them as buckets of their own, so that their records come, change and go like all
 * others.
 */
export async function wantedMonths(db: Database): Promise<readonly string[]> {
  return listOf((await db.facts.get(WANTED))?.value)
}

/** Those of them that a pull has completed. */
export async function monthsHere(db: Database): Promise<readonly string[]> {
  return listOf((await db.facts.get(HERE))?.value)
}

/** Requests months from the next pull on, or releases them with it. Returns false if there would be too many. */
export async function wantMonths(db: Database, months: readonly string[], on: boolean): Promise<boolean> {
  return db.transaction('rw', db.facts, async () => {
    const wanted = await wantedMonths(db)
    const next = on
      ? [...new Set([...wanted, ...months])].toSorted()
      : wanted.filter((month) => !months.includes(month))
    if (next.length > MOST_MONTHS) return false
    await db.facts.put({ name: WANTED, value: next })
    return true
  })
}

/** What a complete pull records: the months it was requested with. */
export const tookMonths = (months: readonly string[]): Fact => ({ name: HERE, value: months })

const WANTED = 'months'
const HERE = 'monthsHere'
const listOf = (value: unknown) => (Array.isArray(value) ? (value as readonly string[]) : []) // only this file writes it
