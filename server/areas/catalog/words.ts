import type { CatalogEntry, CatalogName } from '../../../contract/catalog/catalog.ts'
import { lockUntilEnd } from '../../db/advisory.ts'
import type { Db } from '../../db/pool.ts'

/**
 * SQL for the lists of words that doctors' cards use, shared by specialties and the three catalogues. `table` is one of
 * these literals.
 */
export type WordTable = CatalogName | 'branch'
type Names = CatalogEntry['name']

/** If two people add the same word at the same moment, one waits and then sees the other's. */
export const lockWords = (db: Db, table: WordTable) => lockUntilEnd(db, 'words', table)

/** Whether another word of the list has one of these names in the same language, whatever the case and accents. */
export async function isNamed(db: Db, table: WordTable, names: Names, except: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from ${table}_row r cross join lateral jsonb_to_recordset(r.name) as has (lang text, value text)
       join jsonb_to_recordset($1) as wants (lang text, value text) on wants.lang = has.lang and fold(trim(wants.value)) = fold(trim(has.value))
      where not r.gone and r.id <> $2 limit 1`,
    [JSON.stringify(names), except],
  )
  return rowCount === 1
}

/** TRUST R06: the word was made before under a key that is lost; the same content again counts as success. */
export async function isThere(db: Db, table: WordTable, id: string, names: Names): Promise<boolean> {
  const { rowCount } = await db.query(`select from ${table}_row where id = $1 and name = $2 and not gone`, [
    id,
    JSON.stringify(names),
  ])
  return rowCount === 1
}

export type Word = { readonly name: Names; readonly field_versions: Readonly<Record<string, number>> }

/** A word that the caller may see, locked for the rest of the transaction; null if there is none. */
export async function lockWord<W extends Word>(db: Db, table: WordTable, id: string): Promise<W | null> {
  const locked = await db.query(`select from ${table} where id = $1 and not gone for update`, [id])
  if (!locked.rowCount) return null
  const { rows } = await db.query<W>(`select * from ${table}_row where id = $1`, [id])
  return rows[0] ?? null
}

/** How many doctors visible to the caller have the word on their card; no card has a symptom. */
export async function usersOf(db: Db, table: WordTable, id: string): Promise<number> {
  if (table === 'symptom') return 0
  const { rows } = await db.query<{ n: number }>(
    `select count(*) as n from doctor where hidden_at is null and ${COLUMN[table]} @> array[$1::uuid]`,
    [id],
  )
  return rows[0]?.n ?? 0
}

/** Removes the word from the cards that the caller may see; returns whose. */
export async function takeFromDoctors(db: Db, table: Exclude<CatalogName, 'symptom'>, id: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update doctor set ${COLUMN[table]} = array_remove(${COLUMN[table]}, $1::uuid) where ${COLUMN[table]} @> array[$1::uuid] returning id`,
    [id],
  )
  return rows.map((row) => row.id)
}

export const COLUMN = { branch: 'branch_ids', disease: 'disease_ids', treatment: 'treatment_ids' } as const

/** Trimmed, as they are stored. */
export const trimmed = (names: Names): Names => names.map(({ lang, value }) => ({ lang, value: value.trim() }))
