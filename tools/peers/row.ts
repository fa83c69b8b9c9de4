/** A row of Bedside's as a peer keeps it: what is asked for in columns, and all the rest as it came, as Bedside's own device has it. */
export type Row = {
  /** Table and id: the ids of two tables may be the same person's. */
  readonly key: string
  readonly tbl: string
  readonly id: string
  /** ISO; empty where the row has no time. */
  readonly start: string
  readonly doctorId: string
  readonly status: string
  readonly version: number
  readonly note: string
  /** Names the change that is waiting, so that it is done once however often it is sent; empty where none is. */
  readonly change: string
  readonly body: Readonly<Record<string, unknown>>
}

/** Rows of the API, by table, as peers keep them. */
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

/** What a list shows: everything between these moments (ISO), of one doctor where one is named. */
export type Range = { readonly from: string; readonly to: string; readonly doctorId: string }
