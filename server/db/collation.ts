import type pg from 'pg'
import { sqlState } from './transaction.ts'

/**
 * A library of the system or of PostgreSQL orders text, and an index keeps the order of the day it was built. After an
 * upgrade of that library, or on another machine, such an index misses rows and accepts duplicates of a unique name. So
 * if its version has changed, each index over text is rebuilt before anyone reads. `tell` is called then: on a large
 * database it takes minutes. The owner calls it at each start.
 */
export async function followCollation(owner: pg.Pool, tell: (line: string) => void): Promise<void> {
  const { rows } = await owner.query<{ built: string | null; now: string | null; name: string }>(
    `select coalesce((select value from meta where name = 'collation'), d.datcollversion) as built,
            pg_database_collation_actual_version(d.oid) as now, quote_ident(d.datname) as name
       from pg_database d where d.datname = current_database()`,
  )
  const { built, now, name } = rows[0]!
  // a collation without a version never changes its order
  if (now === null) return
  if (built !== null && built !== now) {
    tell(`the order of text has changed (${built} to ${now}): its indexes are built anew`)
    await rebuild(owner)
  }
  await owner.query(
    `insert into meta (name, value) values ('collation', $1) on conflict (name) do update set value = excluded.value where meta.value <> excluded.value`,
    [now],
  )
  if (built !== now) await owner.query(`alter database ${name} refresh collation version`).catch(unlessDenied)
}

/**
 * Of a table in parts each part's own index; the whole's is none on the disk. One by one, each in its own transaction: finished ones stay if the rest is interrupted, and the version is recorded
 * only after the last.
 */
async function rebuild(owner: pg.Pool) {
  const client = await owner.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    const { rows } = await client.query<{ index: string }>(
      `select i.indexrelid::regclass::text as index from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'i' and exists (
          select from unnest(i.indcollation) as used(id) join pg_collation k on k.oid = used.id where k.collprovider <> 'c' or k.collname <> 'C')
        order by pg_relation_size(c.oid)`,
    )
    for (const { index } of rows) await client.query(`reindex index ${index}`)
  } finally {
    client.release(true)
  }
}

/** The owner of the tables need not own the database; PostgreSQL then keeps warning about what has been fixed. */
function unlessDenied(error: unknown) {
  if (sqlState(error) !== '42501') throw error
}
