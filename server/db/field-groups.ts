import { TABLE_NAMES } from '../../contract/kernel/table-names.ts'
import { groupOf, tables } from '../../contract/tables.ts'
import type { Db } from './pool.ts'

/** The column that stores a contract field: snake case, except for two words that SQL reserves. */
export const columnOf = (field: string) =>
  field === 'start' || field === 'end'
    ? `${field}s_at`
    : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Records which fact each column belongs to, by the contract's names, under which the stored versions are read. Writes
 * only differences, so that concurrent writers never find a fact without its name.
 */
export async function nameGroups(db: Db): Promise<void> {
  const wanted = [[], [], []] as [string[], string[], string[]]
  for (const [table, column, group] of groups().values()) {
    wanted[0].push(table)
    wanted[1].push(column)
    wanted[2].push(group)
  }
  // read first: even a statement that writes nothing would wait for a lock that keeps writers out
  const { rows } = await db.query<{ differ: boolean }>(
    `select exists (select from unnest($1::text[], $2::text[], $3::text[]) w (tbl, col, grp) full join field_group g using (tbl, col)
                     where w.grp is distinct from g.grp) as differ`,
    wanted,
  )
  if (!rows[0]!.differ) return
  await db.query(
    `with wanted as (select * from unnest($1::text[], $2::text[], $3::text[]) w (tbl, col, grp)),
          gone as (delete from field_group g where not exists (select from wanted w where w.tbl = g.tbl and w.col = g.col))
     insert into field_group (tbl, col, grp)
     select * from wanted w where not exists (select from field_group g where g.tbl = w.tbl and g.col = w.col and g.grp = w.grp)
     on conflict (tbl, col) do update set grp = excluded.grp`,
    wanted,
  )
}

/**
 * By table and column. A group also names columns that are not fields themselves but that its fields are computed from.
 */
function groups(): Map<string, readonly [string, string, string]> {
  const found = new Map<string, readonly [string, string, string]>()
  // Object.keys forgets what it was given
  for (const table of TABLE_NAMES)
    for (const field of [
      ...Object.keys(tables[table].schema.entries),
      ...Object.values<readonly string[]>(tables[table].groups).flat(),
    ]) {
      const key = `${table} ${columnOf(field)}`
      if (!found.has(key)) found.set(key, [table, columnOf(field), groupOf(table, field)])
    }
  return found
}
