import type pg from 'pg'
import { SESSION_LOCKS } from './advisory.ts'
import { DatabaseProblem } from './check.ts'
import { nameGroups } from './field-groups.ts'
import { numberOf, readMigrations, type Migration } from './migration-files.ts'
import { patiently } from './patience.ts'
import type { Db } from './pool.ts'
import { openSchema, openTables, secureTable } from './secure-tables.ts'

/** What has to be done to a database before this build runs on it. */
export type MigrationPlan = {
  readonly pending: readonly Migration[]
  /** Tables that need row-level security. */
  readonly open: readonly string[]
  /** A newer build has been here: its description of the columns counts. */
  readonly isAhead: boolean
}

/**
 * Migrates the database to the newest migration, and puts every table under forced row-level security; one transaction
 * each, under one lock. If there is nothing new it locks no table, so a start can run during a dump. `tell` gets lines
 * for the operator.
 *
 * @throws {DatabaseProblem} a file that has already run has changed, or a newer build has made the database unusable
 * for this one
 */
export async function migrate(
  pool: pg.Pool,
  tell: (line: string) => void = () => {},
  files: readonly Migration[] | null = null,
): Promise<void> {
  const migrations = files ?? (await readMigrations())
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set client_min_messages = warning')
    if (isNothing(await planMigration(client, migrations))) return await nameUnlessAhead(client, migrations)
    await client.query('select pg_advisory_lock($1)', [SESSION_LOCKS.migrate])
    await client.query(
      'create table if not exists migration (name text primary key, sha text not null, at timestamptz not null default now())',
    )
    // planned again: another start may have done it meanwhile
    const { pending } = await planMigration(client, migrations)
    for (const migration of pending) await patiently(client, migration.name, () => run(client, migration), tell)
    for (const table of await openTables(client)) await patiently(client, table, () => secureTable(client, table), tell)
    await openSchema(client)
    await nameUnlessAhead(client, migrations)
  } finally {
    // the lock ends with its session
    client.release(true)
  }
}

/** Says what has to be done, and changes nothing. Throws as `migrate` does. */
export async function planMigration(db: Db, migrations: readonly Migration[]): Promise<MigrationPlan> {
  const { rows: found } = await db.query<{ migration: boolean; meta: boolean }>(
    `select to_regclass('public.migration') is not null as migration, to_regclass('public.meta') is not null as meta`,
  )
  const ran = found[0]!.migration
    ? (await db.query<{ name: string; sha: string }>('select name, sha from migration')).rows
    : []
  const done = new Map(ran.map(({ name, sha }) => [name, sha]))
  for (const { name, sha } of migrations)
    if (done.has(name) && done.get(name) !== sha)
      throw new DatabaseProblem(
        `migration_changed: ${name} has run on this database and says something else in this build.`,
      )
  if (found[0]!.meta) await refuseNewer(db, migrations)
  const known = new Set(migrations.map(({ name }) => name))
  return {
    pending: migrations.filter(({ name }) => !done.has(name)),
    open: await openTables(db),
    isAhead: ran.some(({ name }) => !known.has(name)),
  }
}

const isNothing = ({ pending, open }: MigrationPlan) => pending.length === 0 && open.length === 0

/** `min_build` is the number of the newest migration that older builds cannot run beside. */
async function refuseNewer(db: Db, migrations: readonly Migration[]) {
  const { rows } = await db.query<{ value: string }>(`select value from meta where name = 'min_build'`)
  const needed = Number(rows[0]?.value ?? 0)
  const newest = Math.max(0, ...migrations.map(numberOf))
  if (newest < needed)
    throw new DatabaseProblem(
      `This database was migrated by a newer Bedside: it needs one with migration ${needed}, this one ends at ${newest}. Start the newer one.`,
    )
}

async function run(db: Db, migration: Migration) {
  await db.query(migration.sql)
  await db.query('insert into migration (name, sha) values ($1, $2)', [migration.name, migration.sha])
  if (migration.endsOlder)
    await db.query(
      `insert into meta values ('min_build', $1)
       on conflict (name) do update set value = greatest(meta.value::int, excluded.value::int)::text`,
      [String(numberOf(migration))],
    )
}

async function nameUnlessAhead(db: Db, migrations: readonly Migration[]) {
  if (!(await planMigration(db, migrations)).isAhead) await nameGroups(db)
}
