import { createHash } from 'node:crypto'
import type { Role } from '../../contract/kernel/call.ts'
import { nearbyMonths } from '../../contract/kernel/months.ts'
import { TABLE_NAMES, type TableName } from '../../contract/kernel/table-names.ts'
import { tables } from '../../contract/tables.ts'
import { clinicsHeld } from '../db/held-clinics.ts'
import { kept, type Db } from '../db/pool.ts'
import type { Who } from '../identity/who.ts'

/**
 * The buckets that a person's device may hold now, most wanted first: reference data and this month, so that the day is
 * there after the first page; buckets without a month; then the months from today outwards (SYNC "Sight and window",
 * rule 89), and last the months that its person keeps. Queries the database, with the person's visibility, for which of
 * an admin's chosen clinics they may see.
 */
export async function bucketsOf(
  db: Db,
  who: Who,
  now: number,
  { keep = [], clinics: chosen = [], opened = null }: Wishes = {},
): Promise<string[]> {
  const months = [...new Set([...nearbyMonths(now), ...keep])]
  const inMonths = (keys: readonly string[], of: readonly string[]) =>
    of.flatMap((month) => keys.map((key) => `${key}:${month}`))
  const guest = who.keys.filter((key) => key.startsWith('host:'))
  const self = `user:${who.id}`
  const wanted = (first: readonly string[], undated: readonly string[], dated: readonly string[]) => [
    ...first,
    ...inMonths(dated, months.slice(0, 1)),
    ...undated,
    self,
    ...inMonths([self], months),
    ...inMonths(dated, months.slice(1)),
  ]
  if (who.type === 'admin') {
    const clinics = ['clinic:none', ...(await clinicsHeld(db, chosen)).map((id) => `clinic:${id}`)]
    return wanted(['all'], ['admin', ...clinics], clinics)
  }
  const own = [`${who.type}:${who.type === 'clinic' ? who.clinicId : who.id}`]
  if (who.type !== 'patient') return wanted(who.type === 'clinic' ? ['all'] : ['all', ...guest], own, own)
  // a patient holds all their own months, however long ago, and of a large platform the cards of whom they know (decision 0145)
  const { rows } = await db.query<{ bucket: string; is_month: boolean }>('select * from patient_buckets($1, $2)', [
    own[0],
    opened,
  ])
  const [ofMonths, ofAll] = [true, false].map((isMonth) => rows.filter((row) => row.is_month === isMonth).map(bucketOf))
  const hosts = ofAll!.includes('all') ? [] : guest.map((key) => key.replace('host:', 'card:'))
  return [...new Set([...wanted([...ofAll!, ...hosts, ...guest], own, own), ...ofMonths!])]
}

const bucketOf = ({ bucket }: { readonly bucket: string }) => bucket

/** What a device's person wishes to hold besides: months (like 2026-03), for an admin which clinics, for a patient which doctors' cards. */
export type Wishes = {
  readonly keep?: readonly string[]
  readonly clinics?: readonly string[]
  /** Null of a device whose build holds everyone's cards and searches nowhere else. */
  readonly opened?: readonly string[] | null
}

/** The tables that a role's device holds (contract/tables.ts `for`). */
export const tablesFor = (role: Role): TableName[] =>
  TABLE_NAMES.filter((table) => (tables[table].for as readonly Role[]).includes(role))

/** A name for a set of buckets by its content, so that a cursor can name it in a few letters. */
export const nameOfSet = (buckets: readonly string[]): string =>
  createHash('sha256')
    .update([...buckets].toSorted().join('\n'))
    .digest('base64url')
    .slice(0, 16)

/** Stores what a set's name means, before a cursor uses it. */
export async function rememberSet(db: Db, buckets: readonly string[]): Promise<string> {
  const hash = nameOfSet(buckets)
  await db.query(kept('select remember_buckets($1, $2)', [hash, [...buckets].toSorted()]))
  return hash
}

export async function recallSet(db: Db, hash: string): Promise<string[] | null> {
  const { rows } = await db.query<{ buckets: string[] | null }>(kept('select recall_buckets($1) as buckets', [hash]))
  return rows[0]?.buckets ?? null
}
