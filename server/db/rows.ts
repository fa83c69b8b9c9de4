import type { Role } from '../../contract/kernel/call.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import { tables, type Row } from '../../contract/tables.ts'
import { joint } from './joint.ts'
import { kept, type Db } from './pool.ts'

/**
 * Records by id as the caller may see them, unordered; invisible ones are left out. Here and below, a single id is
 * queried as one: the plan for an array is made each time, which under row-level security takes a millisecond of a
 * change's five.
 */
export async function readRows<T extends TableName>(db: Db, table: T, ids: readonly string[]): Promise<Row<T>[]> {
  const { rows } = await db.query(
    ids.length === 1
      ? joint(`select * from ${viewOf(table)} where id = $1`, [ids[0]], { types: ['uuid'], stays: true })
      : kept(`select * from ${viewOf(table)} where id = any($1::uuid[])`, [ids]),
  )
  return rows as Row<T>[] // the view has the schema's names; replies are parsed before they leave
}

/** The view that gives a table's rows with the contract's names. */
const viewOf = (table: TableName) => `${table}_row`

/**
 * Who is told about these records: the keys of their audiences, and the admins who hold them if their half of the
 * policy lets them see them, so that not even the moment of a private clinic's visit is revealed (rule 47). What
 * everyone may see is not announced to everyone (`rooms_of`, decision 0125).
 */
export async function roomsOf(
  db: Db,
  targets: readonly { readonly table: TableName; readonly id: string }[],
): Promise<string[]> {
  const rooms = new Set<string>()
  for (const [table, ofTable] of Map.groupBy(targets, (target) => target.table)) {
    if (table === 'person') {
      for (const { id } of ofTable) rooms.add(`user:${id}`)
      continue
    }
    const { rows } = await db.query<{ keys: string[] }>(
      ofTable.length === 1
        ? kept(`select rooms_of('${table}', to_jsonb(r), audience, $2) as keys from ${table} r where id = $1`, [
            ofTable[0]!.id,
            adminsHold(table),
          ])
        : kept(
            `select rooms_of('${table}', to_jsonb(r), audience, $2) as keys from ${table} r where id = any($1::uuid[])`,
            [ofTable.map((target) => target.id), adminsHold(table)],
          ),
    )
    for (const { keys } of rows) for (const key of keys) rooms.add(key)
  }
  return [...rooms]
}

/** Of notifications they hold only their own. */
const adminsHold = (table: TableName) =>
  table !== 'notification' && (tables[table].for as readonly Role[]).includes('admin')

/** SPEC's list envelope: total exact to 10,000, `more` beyond it (DONE.md "API"); with `exact` always exact. */
export function totals(counted: number, limit: number, exact = false) {
  const most = exact ? Infinity : 10_000
  return {
    total: Math.min(counted, most),
    pages: Math.ceil(Math.min(counted, most) / limit),
    ...(counted > most && { more: true }),
  }
}

export const isTable = (name: string): name is TableName => Object.hasOwn(tables, name)
