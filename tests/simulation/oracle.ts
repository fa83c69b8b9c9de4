import type { Role } from '../../contract/kernel/call.ts'
import { KEEP_DAYS_AHEAD, KEEP_DAYS_BACK } from '../../contract/kernel/constants.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import { tables } from '../../contract/tables.ts'
import { visible } from '../../contract/kernel/wire.ts'
import type { Who } from '../../server/identity/who.ts'
import { TABLE_NAMES } from '../../contract/kernel/table-names.ts'
import { rowsIn, type Database } from '../../src/db/database.ts'
import { plain } from '../../src/db/row.ts'
import type { AnyServer } from './server.ts'

/** Records by `table:id`, written so that equal ones are equal texts. */
export type Holdings = ReadonlyMap<string, string>

/**
 * What a person's device should hold, computed without feed, buckets or cursor: what row level security shows them of
 * the tables themselves, cut to rule 89's window and the months that they keep there.
 */
export async function rightfulOf(server: AnyServer, who: Who, kept: ReadonlySet<string>): Promise<Holdings> {
  const months = monthsOfWindow(server.clock.now).union(kept)
  const right = new Map<string, string>()
  await server.asPerson(who, async (db) => {
    for (const table of TABLE_NAMES) {
      const { dated, schema, for: roles } = tables[table]
      if (!(roles as readonly Role[]).includes(who.type)) continue
      const { rows } = await db.query<Record<string, unknown> & { id: string }>(`select * from ${table}_row`)
      for (const row of rows) {
        const isOwn = who.type === 'patient' && row['patientId'] === who.id
        // a patient keeps every month of their own; others keep those around today, and the ones they chose
        if (dated && !isOwn && !months.has(String(row[dated]).slice(0, 7))) continue
        right.set(`${table}:${row.id}`, written(visible(schema, row, who.type)))
      }
    }
  })
  return right
}

/** What a device holds of the server's rows: for a pending change, the row on which it is based. */
export async function heldBy(db: Database): Promise<Holdings> {
  const held = new Map<string, string>()
  const bases = new Map((await db.base.toArray()).map((base) => [`${base.tbl}:${base.id}`, base.row]))
  for (const table of TABLE_NAMES)
    for (const stored of await rowsIn(db, table).toArray()) {
      const key = `${table}:${stored.id}`
      const row = bases.has(key) ? bases.get(key) : stored
      if (row) held.set(key, written(plain(table, row)))
    }
  for (const [key, row] of bases)
    if (row && !held.has(key)) held.set(key, written(plain(key.split(':')[0] as TableName, row))) // the table of a base
  return held
}

/** Differences in words: first what is missing or different (I1), then what should not be there (I9). */
export function differences(right: Holdings, held: Holdings): { readonly wrong: string[]; readonly extra: string[] } {
  return {
    wrong: [...right]
      .filter(([key, row]) => held.get(key) !== row)
      .map(([key, row]) => `${key}: the server has ${row}, the device ${held.get(key) ?? 'nothing'}`),
    extra: [...held.keys()]
      .filter((key) => !right.has(key))
      .map((key) => `${key} is held and may not be seen, or is gone`),
  }
}

/** Sorted by name, without undefined values. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

function monthsOfWindow(now: number): ReadonlySet<string> {
  const months = new Set<string>()
  const last = now + KEEP_DAYS_AHEAD * DAY
  for (let at = now - KEEP_DAYS_BACK * DAY; at <= last; at += DAY) months.add(new Date(at).toISOString().slice(0, 7))
  return months
}
const DAY = 86_400_000
