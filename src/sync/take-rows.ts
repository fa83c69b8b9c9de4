import Dexie from 'dexie'
import type { TableName } from '../../contract/kernel/table-names.ts'
import type { AnyRow } from '../../contract/tables.ts'
import { rowsIn, type Database, type StoredRow } from '../db/database.ts'
import { LOCAL, newest, rebase } from './rebase.ts'
import { siftRows } from './set-aside.ts'

/** A row from a pull, with those of this person's buckets that it is in. */
export type PulledRow = AnyRow & { readonly _b: readonly string[] }

/**
 * Within the caller's transaction: writes a page's rows of one table, in a few parts; rows with changes on top go under
 * them one by one (I5).
 */
export async function takeRows(db: Database, table: TableName, pulled: readonly PulledRow[]): Promise<void> {
  const rows = await siftRows(db, table, pulled, ({ _b }) => _b)
  const ids = rows.map(({ id }) => id)
  // read in parallel: a fill waits for each trip to the disk
  const [changed, localRows] = await Promise.all([
    db.base.where('[tbl+id]').between([table, Dexie.minKey], [table, Dexie.maxKey]).primaryKeys(),
    rowsHere(db, table, ids),
  ])
  const dirty = new Set(changed.map(([, id]) => id))
  for (const { _b, ...row } of rows) if (dirty.has(row.id)) await put(db, table, row as AnyRow, _b)
  const clean = rows.filter(({ id }) => !dirty.has(id))
  for (let from = 0; from < clean.length; from += WRITTEN)
    await rowsIn(db, table).bulkPut(
      // a row of `table`, as the page says
      clean
        .slice(from, from + WRITTEN)
        .map(({ _b, ...row }) => newest(table, row as AnyRow, localRows.get(row.id) ?? null, _b)),
    )
}

/**
 * Applies a row from an answer: only a higher version replaces one (I6), pending changes stay on top (I5). A pull says
 * which buckets it is in. Runs inside the transaction of its cause.
 */
export async function takeRow(db: Database, table: TableName, row: AnyRow): Promise<void> {
  const base = await db.base.get([table, row.id])
  const _b = (base ? base.row : await rowsIn(db, table).get(row.id))?._b ?? [LOCAL]
  for (const each of await siftRows(db, table, [row], () => _b)) await put(db, table, each, _b)
}

async function put(db: Database, table: TableName, row: AnyRow, _b: readonly string[]): Promise<void> {
  const { id } = row
  const base = await db.base.get([table, id])
  const stored = newest(table, row, base ? base.row : ((await rowsIn(db, table).get(id)) ?? null), _b)
  if (base) {
    await db.base.put({ tbl: table, id, row: stored })
    await rebase(db, table, id)
  } else await rowsIn(db, table).put(stored)
}

/**
 * The rows that are here already. A first fill finds almost none, and looking up each of a page's rows took a quarter
 * of its time. So one request reads the keys from the lowest to the highest first, and only rows among them are read.
 */
async function rowsHere(
  db: Database,
  table: TableName,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const wanted = ids.length > CHUNK ? await among(db, table, ids.toSorted()) : ids
  const found: StoredRow[] = []
  for (let from = 0; from < wanted.length; from += CHUNK)
    for (const row of await rowsIn(db, table).bulkGet(wanted.slice(from, from + CHUNK))) if (row) found.push(row)
  return new Map(found.map((row) => [row.id, row]))
}

async function among(db: Database, table: TableName, sorted: readonly string[]): Promise<readonly string[]> {
  const keys = await rowsIn(db, table)
    .where('id')
    .between(sorted[0], sorted.at(-1), true, true)
    .limit(sorted.length * KEYS_A_ROW)
    .primaryKeys()
  if (keys.length === sorted.length * KEYS_A_ROW) return sorted
  const localKeys = new Set(keys)
  return sorted.filter((id) => localKeys.has(id))
}

/** Most ids per read (SYNC "Query habits"). */
const CHUNK = 200

/**
 * Reading a key takes a tenth of looking up a row: if more keys lie between, as for a feed over a large table, each row
 * is looked up.
 */
const KEYS_A_ROW = 10

/** Most rows per write: writing a whole page blocked the screen for over 50 ms on a shared processor. */
const WRITTEN = 170
