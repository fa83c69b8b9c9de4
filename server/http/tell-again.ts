import * as v from 'valibot'
import type { Call, Role } from '../../contract/kernel/call.ts'
import type { Target } from '../../contract/kernel/effect.ts'
import { TABLE_NAMES, type TableName } from '../../contract/kernel/table-names.ts'
import { tables } from '../../contract/tables.ts'
import { visible } from '../../contract/kernel/wire.ts'
import type { Db } from '../db/pool.ts'
import { readRows } from '../db/rows.ts'
import type { Outcome } from './idempotency.ts'

/**
 * What is stored of the answer to a change that is not queued: the records it returned, and which of several were
 * refused and why. No values (SYNC "Idempotency"): a token, a secret or a count is returned only once.
 */
export function toTellAgain(row: Call, reply: unknown): Pick<Outcome, 'touched' | 'details'> {
  if (typeof reply !== 'object' || reply === null) return { touched: [], details: {} }
  const body = new Map<string, unknown>(Object.entries(reply))
  const touched = placesOf(row).flatMap(({ name, table }): Target[] =>
    [body.get(name)].flat().flatMap((one) => (hasId(one) ? [{ table, id: one.id }] : [])),
  )
  const refused = body.get('refused')
  return { touched, details: Array.isArray(refused) ? { refused } : {} }
}

/**
 * The body of the same success when its key comes again: the records as they are now, read with the person's
 * visibility. If the row's reply needs more than was stored, the success is returned without it.
 */
export async function tellAgain(db: Db, row: Call, role: Role, { touched, details }: Outcome): Promise<unknown> {
  const body: Record<string, unknown> = { status: true, ...details }
  for (const { name, table, isList } of placesOf(row)) {
    const ids = touched.filter((target) => target.table === table).map(({ id }) => id)
    const rows = new Map((await readRows(db, table, ids)).map((one) => [one.id, one]))
    const found = ids.flatMap((id) => rows.get(id) ?? [])
    if (isList) body[name] = found
    else if (found[0]) body[name] = found[0]
  }
  const shown = visible(row.reply, body, role)
  const whole = v.safeParse(row.reply, shown)
  return whole.success ? whole.output : shown
}

type Place = { readonly name: string; readonly table: TableName; readonly isList: boolean }

/** Where a reply holds records of synced tables: the fields whose schema is a table's own, or a list of it. */
function placesOf({ reply, writes }: Call): Place[] {
  const { entries = {} } = reply as Parts
  return Object.entries(entries).flatMap(([name, schema]): Place[] => {
    const { item, ...inner } = unwrapped(schema)
    const ofItem = tablesOf(item ?? inner.schema)
    // the catalogs share one schema for three tables: the row says which it writes
    const table = ofItem.find((each) => each === name) ?? ofItem.find((each) => each === writes?.table) ?? ofItem[0]
    return table ? [{ name, table, isList: item !== undefined }] : []
  })
}

/** Valibot's nullable, optional, array and object carry these. */
type Parts = v.GenericSchema & {
  readonly wrapped?: v.GenericSchema
  readonly item?: v.GenericSchema
  readonly entries?: Readonly<Record<string, v.GenericSchema>>
}

function unwrapped(schema: v.GenericSchema): { schema: v.GenericSchema; item?: v.GenericSchema } {
  const { wrapped, item } = schema as Parts
  return wrapped ? unwrapped(wrapped) : { schema, ...(item && { item }) }
}

const tablesOf = (schema: v.GenericSchema) =>
  TABLE_NAMES.filter((table) => (tables[table].schema as v.GenericSchema) === schema)

const hasId = (value: unknown): value is { id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
