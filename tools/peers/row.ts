/**
 * A row of Bedside as a peer stores it: queried fields as columns, everything else as it came, as on Bedside's own
 * devices.
 */
export type Row = {
  /** Table and id, since two tables may have rows with the same id (a person's). */
  readonly key: string
  readonly tbl: string
  readonly id: string
  /** ISO; empty if the row has no time. */
  readonly start: string
  readonly doctorId: string
  readonly status: string
  readonly version: number
  readonly note: string
  /** The key of the waiting change, so that it is applied once however often it is sent; empty if there is none. */
  readonly change: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Rows of the API, by table, in the form that peers store. */
export const rowsOf = (tables: Readonly<Record<string, readonly unknown[]>>): Row[] =>
  Object.entries(tables).flatMap(([tbl, rows]) => rows.map((row) => toRow(tbl, row as WireRow)))

export function toRow(tbl: string, row: WireRow): Row {
  const { id, start, doctorId, status, version, note, ...body } = row
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    key: `${tbl}:${id}`,
    tbl,
    id,
    start: text(start),
    doctorId: text(doctorId),
    status: text(status),
    version,
    note: text(note),
    change: '',
    body,
  }
}

export type WireRow = { readonly id: string; readonly version: number; readonly [name: string]: unknown }

/** The rows a list shows: those between these moments (ISO), of one doctor if one is named. */
export type Range = { readonly from: string; readonly to: string; readonly doctorId: string }
