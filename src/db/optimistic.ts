import type { TableName } from '../../contract/kernel/table-names.ts'
import { tables, type AnyRow } from '../../contract/tables.ts'
import type { Database } from './database.ts'
import type { Shown } from './row.ts'

/**
 * What a change will make of a record, for lists that show it; null if it removes the record. Drawn while the change is
 * being written, so that a tap does not wait for the disk (I5; bench "tap to painted").
 */
export type OptimisticRow = {
  readonly table: TableName
  readonly id: string
  readonly see: (row: AnyRow) => AnyRow | null
}

/**
 * Shows it from now on, wherever this tab draws the record. Call the returned function when the change has been written
 * (what is read from then on replaces it) or could not be (it disappears at once).
 */
export function addOptimistic(db: Database, optimisticRows: readonly OptimisticRow[]): (isWritten: boolean) => void {
  const watching = watchers.get(db)
  if (!watching?.size) return () => undefined
  const rows = optimisticRows.map((optimisticRow): Standing => ({ ...optimisticRow, writtenAt: Infinity }))
  const ofDatabase = standing.get(db) ?? new Set()
  standing.set(db, ofDatabase)
  for (const each of rows) ofDatabase.add(each)
  const tell = () => watching.forEach((listener) => listener())
  const forget = () => rows.forEach((each) => ofDatabase.delete(each))
  tell()
  return (isWritten) => {
    if (isWritten) {
      for (const each of rows) each.writtenAt = moment()
      setTimeout(forget, SURELY_READ_MS)
    } else {
      forget()
      tell()
    }
  }
}

/** Calls `listener` when an optimistic row appears or disappears; returns a function that stops it. */
export function onOptimistic(db: Database, listener: () => void): () => void {
  const rows = watchers.get(db) ?? new Set()
  watchers.set(db, rows)
  rows.add(listener)
  return () => rows.delete(listener)
}

/** A number above all earlier ones, to say when a read began. */
export const moment = (): number => ++last

/**
 * A list of this table's records, or a single one, whose read began at `readAt`, with the optimistic rows applied. The
 * fields that order or find a record stay as they were read: a moved visit changes its place only when it is read
 * there.
 */
export function withOptimistic<T>(db: Database, table: TableName, read: T, readAt: number): T {
  let value: unknown = read
  for (const optimisticRow of standing.get(db) ?? [])
    if (optimisticRow.table === table && readAt <= optimisticRow.writtenAt)
      value = Array.isArray(value)
        ? value.some((row: AnyShown) => row.id === optimisticRow.id)
          ? value.map((row: AnyShown) => rowWith(optimisticRow, row)).filter((row) => row !== null)
          : value
        : value && rowWith(optimisticRow, value as AnyShown) // a question on a table returns its rows
  return value as T
}

type AnyShown = Shown<TableName>
type Standing = OptimisticRow & { /** The moment from which what is read has it. */ writtenAt: number }

function rowWith({ id, table, see }: OptimisticRow, row: AnyShown): AnyShown | null {
  if (row.id !== id) return row
  const { pending, ...before } = row
  const after = see(before as AnyRow)
  if (!after) return null
  const isSame = (name: string) =>
    (before as Readonly<Record<string, unknown>>)[name] === (after as Readonly<Record<string, unknown>>)[name]
  if (!orderOf(table).every(isSame)) return row
  return { ...after, pending: pending === 'none' ? 'waiting' : pending } as AnyShown // a row of the same table
}

/** The fields of the table's indexes: `[status+start]` has two. */
const orderOf = (table: TableName) => tables[table].indexes.flatMap((index) => index.match(/\w+/g) ?? [])

const standing = new WeakMap<Database, Set<Standing>>()
const watchers = new WeakMap<Database, Set<() => void>>()
let last = 0
/** By then every list has been read again. */
const SURELY_READ_MS = 10_000
