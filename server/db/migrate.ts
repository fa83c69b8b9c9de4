import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import type pg from 'pg'
import { groupOf, tables, type TableName } from '../../contract/tables.ts'
import type { Db } from './pool.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
const LOCK = 7_201_126

/**
 * Brings the database to the newest numbered migration, one transaction each, under one lock, and puts every table under forced
 * row-level security. Throws `migration_changed` when a file that has already run no longer says what it said.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set client_min_messages = warning')
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migration (name text primary key, sha text not null, at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string; sha: string }>('select name, sha from migration')
    const done = new Map(rows.map((row) => [row.name, row.sha]))
    for (const name of (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).toSorted()) {
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      const sha = createHash('sha256').update(sql).digest('hex')
      if (done.has(name) && done.get(name) !== sha) throw new Error(`migration_changed: ${name}`)
      if (!done.has(name)) await runOne(client, name, sha, sql)
    }
    await secureTables(client)
    await nameGroups(client)
  } finally {
    await client.query('select pg_advisory_unlock_all()')
    client.release(true)
  }
}

/** The column a contract field is kept in: snake case, but for two words SQL keeps to itself. */
export const columnOf = (field: string) =>
  field === 'start' || field === 'end'
    ? `${field}s_at`
    : field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

async function runOne(client: Db, name: string, sha: string, sql: string) {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migration (name, sha) values ($1, $2)', [name, sha])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** No table can be forgotten (TRUST R41), and the owner's triggers keep working where the owner is no superuser. */
async function secureTables(client: Db) {
  await client.query(`do $$ declare t record; begin
    for t in select c.oid::regclass as tbl, c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = 'public' and c.relkind in ('r', 'p') loop
      execute format('alter table %s enable row level security, force row level security', t.tbl);
      if not exists (select from pg_policy where polrelid = t.oid and polname = 'owner') then
        execute format('create policy owner on %s to %I using (true) with check (true)', t.tbl, current_user);
      end if;
    end loop;
  end $$`)
}

/** The fact each column belongs to, by the contract's names: the versions kept of them are asked for by those names. */
async function nameGroups(client: Db) {
  const rows = (Object.keys(tables) as TableName[]).flatMap((table) =>
    // Object.keys forgets what it was given
    // a group also names columns that are no fields of their own but that its fields are read from
    [
      ...Object.keys(tables[table].schema.entries),
      ...Object.values<readonly string[]>(tables[table].groups).flat(),
    ].map((field) => [table, columnOf(field), groupOf(table, field)]),
  )
  await client.query('delete from field_group')
  await client.query(
    'insert into field_group (tbl, col, grp) select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing',
    [0, 1, 2].map((i) => rows.map((row) => row[i])),
  )
}
