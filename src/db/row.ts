import type { TableName } from '../../contract/kernel/table-names.ts'
import { tables, type Row } from '../../contract/tables.ts'
import type { StoredRow } from './database.ts'

/** The state of a record's change, as the square tags show it (LOOKS "Status language"). */
export type Pending = 'none' | 'waiting' | 'conflict' | 'failed'
export type Shown<T extends TableName> = Row<T> & { readonly pending: Pending }

const PENDING = ['none', 'waiting', 'conflict', 'failed'] as const

/** A stored record as in the contract, with the state of its change. */
export function show<T extends TableName>(table: T, stored: StoredRow): Shown<T> {
  const { body, id, version, pending } = stored
  const row: Record<string, unknown> = { ...body, id, version, pending: PENDING[pending] }
  for (const name of tables[table].clear) if (stored[name] !== undefined) row[name] = stored[name]
  return row as unknown as Shown<T> // `store` split exactly this
}

/** The contract's row, split into clear columns and body. */
export function store<T extends TableName>(
  table: T,
  row: Row<T>,
  held: { readonly _b: readonly string[]; readonly pending: StoredRow['pending'] },
): StoredRow {
  const { id, version, ...rest } = row
  const body: Record<string, unknown> = { ...rest }
  const clear: Record<string, unknown> = {}
  for (const name of tables[table].clear) {
    if (name in body) clear[name] = body[name]
    delete body[name]
  }
  return { id, version, ...held, ...clear, body }
}

/** The same record without what only this device knows about it. */
export function plain<T extends TableName>(table: T, stored: StoredRow): Row<T> {
  const { pending: _, ...row } = show(table, stored)
  return row as unknown as Row<T> // what `show` added is taken off again
}
