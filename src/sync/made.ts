import { rowOf } from '../../contract/calls.ts'
import { rowsIn, type Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { plain } from '../db/row.ts'
import { targetsOf } from './fold.ts'

type Made = Pick<Entry, 'call' | 'input'>

/**
 * The version a change is judged against: the server's of its main record, however much waits on top. A record that only this device
 * has yet begins at 1: what others do to it before the second change arrives is theirs. Null where the change makes the record.
 */
export async function baseOf(db: Database, made: Made): Promise<number | null> {
  if (rowOf(made.call).writes?.creates) return null
  const [main] = targetsOf(made)
  if (!main) return null
  const base = await db.base.get([main.table, main.id])
  if (base) return base.row?.version ?? FIRST
  return (await rowsIn(db, main.table).get(main.id))?.version ?? null
}

/** What the fields it sets show now: what the person changed from. */
export async function wasOf(db: Database, made: Made): Promise<Entry['was']> {
  const [main] = targetsOf(made)
  const sets = rowOf(made.call).writes?.sets
  const stored = main && sets && (await rowsIn(db, main.table).get(main.id))
  if (!main || !stored) return null
  const row: Readonly<Record<string, unknown>> = { ...plain(main.table, stored) }
  return Object.fromEntries(sets.filter((name) => name in made.input).map((name) => [name, row[name]]))
}

const FIRST = 1
