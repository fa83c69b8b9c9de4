import type { PullPage } from '../../contract/sync/sync.ts'
import { tables } from '../../contract/tables.ts'
import { visible } from '../../contract/kernel/wire.ts'
import type { Db } from '../db/pool.ts'
import { isTable, readRows } from '../db/rows.ts'
import type { Who } from '../identity/who.ts'

/** The records as this person may see them, each with those of their buckets that it is in. One query per table. */
export async function rowsOf(
  db: Db,
  who: Who,
  found: readonly { tbl: string; id: string }[],
  allowed: string[],
): Promise<PullPage['rows']> {
  const made: Record<string, unknown[]> = {}
  for (const [table, entries] of Map.groupBy(found, (entry) => entry.tbl)) {
    if (!isTable(table)) continue
    const ids = [...new Set(entries.map((entry) => entry.id))]
    const held = await db.query<{ id: string; buckets: string[] }>('select * from buckets_held($1, $2, $3)', [
      table,
      ids,
      allowed,
    ])
    const buckets = new Map(held.rows.map((row) => [row.id, row.buckets]))
    const schema = tables[table].schema
    made[table] = (await readRows(db, table, ids)).flatMap((row) => {
      const in_ = buckets.get(row.id)
      return in_ ? [{ ...(visible(schema, row, who.type) as object), _b: in_ }] : [] // a row's schema makes an object
    })
  }
  return made
}
