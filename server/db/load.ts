import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { DatabaseProblem } from './check.ts'
import { roomForAudit } from './audit-room.ts'
import { PLAIN, sumTable, tablesOf, type Dump, type DumpedTable, type Table } from './dump.ts'

/**
 * Reads all rows of a dump into tables that our migrations made, in one transaction. Existing rows are deleted,
 * triggers do not run (rows are restored as they are, with all that triggers once made of them), and foreign keys are
 * dropped and checked again at the end. The owner need not be a superuser. Each table's rows are counted and read back,
 * byte for byte, before the commit.
 *
 * @throws {DatabaseProblem} tables, counts or sums differ. Then nothing has been written.
 */
export async function loadDatabase(client: pg.Client, dump: Dump, fileOf: (table: string) => string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`${PLAIN}; set local lock_timeout = 0`)
    await roomForAudit(client, dump.sequences)
    const ours = await sameTables(client, dump.tables)
    const apart = await takeApart(client)
    await client.query(`truncate ${dump.tables.map(({ name }) => name).join(', ')}`)
    for (const table of dump.tables) await readTable(client, table, ours.get(table.name)!, fileOf(table.name))
    for (const table of dump.tables) await compare(client, table, ours.get(table.name)!)
    for (const { name, last } of dump.sequences) await client.query('select setval($1::regclass, $2)', [name, last])
    // the library that reads these indexes here built them
    await client.query(
      `update meta set value = pg_database_collation_actual_version(d.oid) from pg_database d
        where name = 'collation' and d.datname = current_database() and pg_database_collation_actual_version(d.oid) is not null`,
    )
    // deferred checks would block what is restored
    await client.query('set constraints all immediate')
    for (const statement of apart.together) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined) // its server may be what failed
    throw error
  }
}

async function sameTables(client: pg.Client, dumped: readonly DumpedTable[]): Promise<ReadonlyMap<string, Table>> {
  // what is put into statements below is so this database's own word
  const ours = await tablesOf(client)
  const signatureOf = (each: Pick<DumpedTable, 'columns' | 'shape'>) => `${each.columns}; ${each.shape}`
  const [was, is] = [dumped, ours].map((tables) => new Map(tables.map((each) => [each.name, signatureOf(each)])))
  const differing = [...new Set([...was!.keys(), ...is!.keys()])].find((name) => was!.get(name) !== is!.get(name))
  if (differing) throw new DatabaseProblem(`Table ${differing} is not the one of the backup; nothing has been written.`)
  return new Map(ours.map((each) => [each.name, each]))
}

async function readTable(client: pg.Client, { name, columns, rows }: DumpedTable, { key }: Table, file: string) {
  // rows that go to parts cannot come frozen
  const stream = client.query(copyFrom(`copy ${name} (${columns}) from stdin ${key ? '' : 'with (freeze)'}`))
  await pipeline(createReadStream(file), createGunzip(), stream)
  if (stream.rowCount !== rows)
    throw new DatabaseProblem(`Table ${name} took ${stream.rowCount} rows and had ${rows}; nothing has been written.`)
}

async function compare(client: pg.Client, table: DumpedTable, ours: Table) {
  const { rows, sum } = await sumTable(client, ours)
  if (rows !== table.rows || sum.sha256 !== table.sum.sha256)
    throw new DatabaseProblem(`Table ${table.name} does not read as it was written; nothing has been written.`)
}

/**
 * Drops, in this transaction, what prevents rows from coming in any order; returns what restores it. An owner who is
 * not a superuser can do all of it, but cannot set `session_replication_role`.
 */
async function takeApart(client: pg.Client): Promise<{ readonly together: readonly string[] }> {
  const { rows } = await client.query<{ off: string; on: string }>(TAKEN_OFF)
  for (const { off } of rows) await client.query(off)
  return { together: rows.toReversed().map(({ on }) => on) }
}

/** In reverse, foreign keys come first and row-level security last: their check reads as the owner. */
const TAKEN_OFF = `
  select 1 as step, format('alter table %s no force row level security', c.oid::regclass) as off,
         format('alter table %s force row level security', c.oid::regclass) as on
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relforcerowsecurity
  union all
  select 2, format('alter table %s disable trigger %I', t.tgrelid::regclass, t.tgname),
         format('alter table %s enable %s trigger %I', t.tgrelid::regclass,
           case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname)
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
   where not t.tgisinternal and t.tgenabled <> 'D' and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
  union all
  select 3, format('alter table %s drop constraint %I', f.conrelid::regclass, f.conname),
         format('alter table %s add constraint %I %s', f.conrelid::regclass, f.conname, pg_get_constraintdef(f.oid))
    from pg_constraint f where f.contype = 'f' and f.connamespace = 'public'::regnamespace
  order by 1`
