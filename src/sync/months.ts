import { MOST_MONTHS } from '../../contract/sync/sync.ts'
import type { Database, Fact } from '../db/database.ts'

/**
 * "Keep on this device", a month (SYNC "Sight and window"): UTC months like 2026-03 beyond the days every device keeps. They are asked for
 * with each pull as buckets of their own, so that what they hold comes, changes and goes like everything else.
 */
export async function wantedMonths(db: Database): Promise<readonly string[]> {
  return listOf((await db.facts.get(WANTED))?.value)
}

/** Those of them that a pull has brought whole. */
export async function monthsHere(db: Database): Promise<readonly string[]> {
  return listOf((await db.facts.get(HERE))?.value)
}

/** Asks for months from the next pull on, or lets them go with it. False when there would be too many. */
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

/** What a pull that has everything writes down: with which months it was asked for. */
export const tookMonths = (months: readonly string[]): Fact => ({ name: HERE, value: months })

const WANTED = 'months'
const HERE = 'monthsHere'
const listOf = (value: unknown) => (Array.isArray(value) ? (value as readonly string[]) : []) // only this file writes it
