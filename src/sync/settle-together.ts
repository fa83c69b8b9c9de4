import type { TableName } from '../../contract/kernel/table-names.ts'
import type { AnyRow } from '../../contract/tables.ts'
import { rowsIn, type Database, type StoredRow } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { remember } from './ended.ts'
import { keyOf, targetsOf } from './fold.ts'
import { writesOf } from './known.ts'
import { isTable, LOCAL, newest } from './rebase.ts'
import { isReadable } from './row-shape.ts'
import { verdict, type ServerAnswer } from './verdict.ts'

/**
 * Within the transaction of `settleAll`: applies the plain answers in a few statements for all of them. An answer is
 * plain if it is a success that returns every record it touched, none of which another waiting change touches or
 * depends on: then nothing is folded, and the row is the server's. The others are left to `settle`, one by one. Returns
 * the ids of the entries applied.
 */
export async function takeTogether(
  db: Database,
  answers: readonly (readonly [entry: Entry, answered: ServerAnswer])[],
  now: number,
): Promise<ReadonlySet<string>> {
  const plain = await plainOf(db, answers)
  if (plain.length === 0) return new Set()
  const came = plain.flatMap(({ rows }) => rows)
  const bases = await db.base.bulkGet(came.map(({ table, row }) => [table, row.id]))
  const puts = new Map<TableName, StoredRow[]>()
  for (const [table, ofTable] of Map.groupBy(
    came.map((each, i) => ({ ...each, base: bases[i] })),
    (each) => each.table,
  )) {
    // a record with a change of its own has a base; only the others are looked up
    const bare = ofTable.filter(({ base }) => !base).map(({ row }) => row.id)
    const localRows = new Map((await rowsIn(db, table).bulkGet(bare)).flatMap((row) => (row ? [[row.id, row]] : [])))
    puts.set(
      table,
      ofTable.map(({ row, base }) => {
        const known = base ? base.row : (localRows.get(row.id) ?? null)
        return { ...newest(table, row, known, known?._b ?? [LOCAL]), pending: 0 }
      }),
    )
  }
  await Promise.all([
    deleteTogether(
      db,
      plain.map(({ entry }) => entry.seq!),
    ),
    db.base.bulkDelete(came.map(({ table, row }) => [table, row.id])),
    ...[...puts].map(([table, rows]) => rowsIn(db, table).bulkPut(rows)),
  ])
  const entries = plain.map(({ entry }) => entry)
  await remember(db, entries, 'sent', now)
  return new Set(entries.map(({ id }) => id))
}

/** Entries made one after the other are one range on the disk, if nothing else lies between them. */
async function deleteTogether(db: Database, seqs: readonly number[]) {
  const range = db.outbox.where('seq').between(Math.min(...seqs), Math.max(...seqs), true, true)
  if ((await range.count()) === seqs.length) await range.delete()
  else await db.outbox.bulkDelete([...seqs])
}

/** A success returns every record it touched, whole, under its table's name. */
export const rowsOf = (body: unknown): { readonly table: TableName; readonly row: AnyRow }[] =>
  typeof body === 'object' && body !== null
    ? Object.entries(body).flatMap(([table, row]) => (isTable(table) && isRow(row) ? [{ table, row }] : []))
    : []

export const isRow = (value: unknown): value is AnyRow =>
  typeof value === 'object' && value !== null && 'id' in value && 'version' in value

type Plain = { readonly entry: Entry; readonly rows: ReturnType<typeof rowsOf> }

async function plainOf(
  db: Database,
  answers: readonly (readonly [entry: Entry, answered: ServerAnswer])[],
): Promise<readonly Plain[]> {
  const simple = answers.flatMap(([entry, answered]): (Plain & { readonly touched: ReadonlySet<string> })[] => {
    if (verdict(answered).kind !== 'done' || entry.carry || writesOf(entry)?.removes) return []
    const rows = rowsOf(answered.body)
    if (!rows.every(({ table, row }) => isReadable(table, row))) return []
    const touched = new Set(rows.map(({ table, row }) => keyOf({ table, id: row.id })))
    return targetsOf(entry).every((target) => touched.has(keyOf(target))) ? [{ entry, rows, touched }] : []
  })
  // read in parallel: a cursor over all of these keys goes to the disk and back for each
  const touching = await Promise.all(
    [...new Set(simple.flatMap(({ touched }) => [...touched]))].map((key) =>
      db.outbox.where('keys').equals(key).toArray(),
    ),
  )
  const waiting = new Map(touching.flat().map((entry) => [entry.id, entry.keys]))
  const waits = counted([...waiting.values()].flat())
  const comes = counted(simple.flatMap(({ touched }) => [...touched]))
  return simple.filter(
    ({ entry, touched }) =>
      // already answered, to another tab: `settle` leaves it alone
      waiting.has(entry.id) &&
      [...touched].every((key) => comes.get(key) === 1 && (waits.get(key) ?? 0) <= (entry.keys.includes(key) ? 1 : 0)),
  )
}

function counted(keys: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>()
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1)
  return times
}
