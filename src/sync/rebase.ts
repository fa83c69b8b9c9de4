import type { TableName } from '../../contract/kernel/table-names.ts'
import { tables, type AnyRow } from '../../contract/tables.ts'
import { TABLE_NAMES } from '../../contract/kernel/table-names.ts'
import { rowsIn, type Database, type StoredRow } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { plain, store } from '../db/row.ts'
import { fold, keyOf, targetsOf } from './fold.ts'
import { noteLeft } from './forget.ts'
import { isReadable } from './known.ts'

/**
 * The tables that a write of the engine may touch; every engine transaction names all of them, so that cause and view
 * change together.
 */
export const engineTables = (db: Database) => [
  db.outbox,
  db.base,
  db.settled,
  db.blobs,
  db.replies,
  db.facts,
  ...TABLE_NAMES.map((name) => rowsIn(db, name)),
]

/**
 * Computes a record's effective row again: the server's row with the waiting changes. Runs inside the transaction of
 * its cause.
 */
export async function rebase(db: Database, table: TableName, id: string): Promise<void> {
  // read in parallel: a tap waits for each trip to the disk (bench "tap to painted")
  const [waiting, base] = await Promise.all([
    db.outbox.where('keys').equals(keyOf({ table, id })).sortBy('seq'),
    db.base.get([table, id]),
  ])
  if (!base) return
  const entries = waiting.filter((entry) =>
    targetsOf(entry).some((target) => target.table === table && target.id === id),
  )
  const rows = rowsIn(db, table)
  if (entries.length === 0) {
    await db.base.delete([table, id])
    await (base.row ? rows.put({ ...base.row, pending: 0 }) : rows.delete(id))
    return
  }
  const folded = base.gone
    ? undefined
    : fold(table, base.row ? plain(table, base.row) : undefined, entries.filter(isReadable))
  if (folded) await rows.put(store(table, folded, { _b: base.row?._b ?? [LOCAL], pending: pendingOf(entries) }))
  else await rows.delete(id)
}

/** Keeps the server's row before the first change of a record without changes. */
export async function saveBase(db: Database, table: TableName, id: string): Promise<void> {
  if (await db.base.get([table, id])) return
  await db.base.put({ tbl: table, id, row: (await rowsIn(db, table).get(id)) ?? null })
}

/**
 * The newer of the server's row and the one that is here (I6), in these buckets; a row of another life of the database
 * always gives way.
 */
export const newest = (table: TableName, row: AnyRow, known: StoredRow | null, _b: readonly string[]): StoredRow =>
  known && row.version < known.version && !isStale(known)
    ? { ...known, _b }
    : store(table, row as never, { _b, pending: 0 }) // `row` is of `table`, as the contract's reply says

/**
 * Removes a bucket from a row; a row in no bucket leaves the device (I9). A change that waits on it stays in the
 * outbox.
 */
export async function leaveBucket(db: Database, table: TableName, id: string, bucket: string): Promise<void> {
  const base = await db.base.get([table, id])
  const known = base ? base.row : await rowsIn(db, table).get(id)
  if (!known) return
  const _b = known._b.filter((each) => each !== bucket)
  if (base) {
    // in another life of the database the creation may not have arrived
    await db.base.put({
      tbl: table,
      id,
      row: _b.length ? { ...known, _b } : null,
      gone: !_b.length && bucket !== STALE,
    })
    await rebase(db, table, id)
  } else if (_b.length) await rowsIn(db, table).put({ ...known, _b })
  else await rowsIn(db, table).delete(id)
  if (table === 'patient' && _b.length === 0) await noteLeft(db)
}

/**
 * Whether a row is from another life of the database: then whatever this life sends replaces it, even a lower version.
 */
const isStale = ({ _b }: StoredRow) => _b.includes(STALE)
export const STALE = 'stale'

/** The bucket of a row that is known only from an answer to this device, until a pull says which buckets it is in. */
export const LOCAL = 'local'

const pendingOf = (entries: readonly Entry[]): StoredRow['pending'] =>
  entries.some((entry) => entry.problem && entry.state === 'parked' && entry.problem.kind !== 'conflict')
    ? 3
    : entries.some((entry) => entry.state === 'parked')
      ? 2
      : 1

export const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)
