import type { TableName } from '../../contract/kernel/table-names.ts'
import { rowsIn, type Database, type StoredRow } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { plain } from '../db/row.ts'
import { keyOf, targetsOf } from './fold.ts'
import { writesOf } from './known.ts'

type Made = Pick<Entry, 'call' | 'input'>

/**
 * The version a change is judged against: the server's version of its main record, however many changes wait on top. A
 * record whose creation waits here begins at 1, so that edits by others before the second change arrives count as
 * theirs. If the row has left this device while changes of it wait, as on a sign-out, it is the version of the last of
 * those. Null if the change makes the record, or nothing is known of it.
 */
export async function baseOf(db: Database, made: Made): Promise<number | null> {
  if (writesOf(made)?.creates) return null
  const [main] = targetsOf(made)
  if (!main) return null
  const base = await db.base.get([main.table, main.id])
  if (base) return base.row?.version ?? (await baseOfWaiting(db, keyOf(main)))
  return (await rowsIn(db, main.table).get(main.id))?.version ?? null
}

/**
 * The current values of the fields it sets and of those it rests on: what the person changed from, and what they saw.
 */
export async function wasOf(db: Database, made: Made): Promise<Entry['was']> {
  const [main] = targetsOf(made)
  const { sets, rests = [] } = writesOf(made) ?? {}
  const stored = main && (sets || rests.length > 0) && (await rowsIn(db, main.table).get(main.id))
  if (!main || !stored) return null
  const row: Readonly<Record<string, unknown>> = { ...plain(main.table, stored) }
  const names = [...(sets ?? []).filter((name) => name in made.input), ...rests]
  return Object.fromEntries(names.map((name) => [name, row[name]]))
}

/**
 * Whether a record still shows what the person saw when they made a change: then the change is judged against the
 * record as it is now. Pure.
 */
export function stands<T extends TableName>({ was }: Pick<Entry, 'was'>, table: T, row: StoredRow): boolean {
  const now: Readonly<Record<string, unknown>> = { ...plain(table, row) }
  return Object.entries(was ?? {}).every(
    ([name, value]) => JSON.stringify(now[name] ?? null) === JSON.stringify(value ?? null),
  )
}

async function baseOfWaiting(db: Database, key: string): Promise<number | null> {
  const waiting = await db.outbox.where('keys').equals(key).sortBy('seq')
  const making = waiting.filter((entry) => targetsOf(entry).some((target, i) => i === 0 && keyOf(target) === key))
  if (making.some((entry) => writesOf(entry)?.creates)) return FIRST
  return making.findLast((entry) => entry.base !== null)?.base ?? null
}

const FIRST = 1
