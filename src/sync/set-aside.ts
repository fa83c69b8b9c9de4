import type { TableName } from '../../contract/kernel/table-names.ts'
import type { AnyRow } from '../../contract/tables.ts'
import { rowsIn, type Database } from '../db/database.ts'
import { rebase } from './rebase.ts'
import { isReadable, shapeMark } from './row-shape.ts'

/**
 * A row that this build cannot show (`row-shape.ts`). Its content is not stored: a build that reads it requests its
 * buckets again. An older version of it is not shown either, since it may no longer be true.
 */
export type SetAside = {
  readonly table: TableName
  readonly id: string
  readonly version: number
  readonly _b: readonly string[]
}

/** The fact that lists them, and which rows the build that set them aside could read. */
export const SET_ASIDE = 'setAside'
type Value = { readonly mark: string; readonly rows: readonly SetAside[] }

/** The rows in a fact's value: for counting them, and for the device's sums. */
export const setAsideIn = (value: unknown): readonly SetAside[] => (value as Value | undefined)?.rows ?? [] // only this file writes it

export const rowsSetAside = async (db: Database) => setAsideIn((await db.facts.get(SET_ASIDE))?.value)

/**
 * Within the caller's transaction: returns the rows that can be shown. The others are set aside, unless what is here is
 * newer (I6).
 */
export async function siftRows<R extends AnyRow>(
  db: Database,
  table: TableName,
  rows: readonly R[],
  bucketsOf: (row: R) => readonly string[],
): Promise<readonly R[]> {
  const unreadable = rows.filter((row) => !isReadable(table, row))
  const aside = await rowsSetAside(db)
  if (unreadable.length === 0 && aside.length === 0) return rows
  const older = new Set<string>()
  for (const { id, version } of unreadable)
    if (((await rowsIn(db, table).get(id))?.version ?? 0) > version) older.add(id)
  const hidden = unreadable.filter(({ id }) => !older.has(id))
  const came = new Set(rows.map(({ id }) => id))
  await write(db, [
    ...aside.filter((each) => each.table !== table || !came.has(each.id)),
    ...hidden.map((row) => ({ table, id: row.id, version: row.version, _b: bucketsOf(row) })),
  ])
  for (const { id } of hidden) await hide(db, table, id)
  const gone = new Set(hidden.map(({ id }) => id))
  return rows.filter(({ id }) => !gone.has(id))
}

/** Within the caller's transaction: moves rows set aside to other buckets; a row in none leaves the device (I9). */
export async function moveSetAside(db: Database, bucketsOf: (row: SetAside) => readonly string[]): Promise<void> {
  const rows = await rowsSetAside(db)
  if (rows.length === 0) return
  await write(
    db,
    rows.map((row) => ({ ...row, _b: bucketsOf(row) })).filter(({ _b }) => _b.length > 0),
  )
}

/**
 * The buckets to request again because this build reads other rows than the one that set theirs aside; returned once.
 */
export async function bucketsToReadAgain(db: Database): Promise<readonly string[]> {
  const value = (await db.facts.get(SET_ASIDE))?.value as Value | undefined // only this file writes it
  if (!value?.rows.length || value.mark === shapeMark()) return []
  await write(db, value.rows)
  return [...new Set(value.rows.flatMap(({ _b }) => _b))]
}

const write = (db: Database, rows: readonly SetAside[]) =>
  db.facts.put({ name: SET_ASIDE, value: { mark: shapeMark(), rows } satisfies Value })

/** A change that waits on it stays in the outbox, and is drawn again with the first row that can be shown. */
async function hide(db: Database, table: TableName, id: string) {
  const base = await db.base.get([table, id])
  if (!base) return rowsIn(db, table).delete(id)
  await db.base.put({ tbl: table, id, row: null, gone: true })
  await rebase(db, table, id)
}
