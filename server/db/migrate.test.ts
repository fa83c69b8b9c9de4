import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { superuserPool } from '../../tests/support/superuser-pool.ts'
import { DatabaseProblem } from './check.ts'
import { migrate } from './migrate.ts'
import { readMigrations, type Migration } from './migration-files.ts'
import { createPool } from './pool.ts'

let database: TestDatabase
let pool: pg.Pool
let other: pg.Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 2)
  other = superuserPool(database.url, 4)
})
afterAll(async () => {
  await Promise.all([pool.end(), other.end()])
  await database.drop()
})

const test9001 = (sql: string, endsOlder = false): Migration => ({ name: '9001_test.sql', sql, sha: sql, endsOlder })
const noted = async () =>
  (await other.query<{ name: string }>('select name from migration')).rows.map(({ name }) => name)

test('a start without migrations to run locks no table', async () => {
  const holder = await other.connect()
  await holder.query('begin')
  const { rows } = await holder.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname not in ('migration', 'meta', 'field_group')`,
  )
  expect(rows.length).toBeGreaterThan(40)
  await holder.query(`lock table ${rows.map(({ name }) => name).join(', ')} in access exclusive mode`)
  // locks these three tables as a dump does
  await holder.query('lock table migration, meta, field_group in share mode')
  try {
    await migrate(pool)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}, 20_000)

test('a migration that waits for a dump blocks no reader, and runs when the dump ends', async () => {
  const dump = await other.connect()
  await dump.query('begin; select count(*) from appointment')
  const notices: string[] = []
  let isDone = false
  const added = test9001('alter table appointment add column only_here int')
  const migrating = migrate(pool, (line) => void notices.push(line), [...(await readMigrations()), added]).then(
    () => (isDone = true),
  )
  const waits: number[] = []
  for (const until = Date.now() + 4_000; Date.now() < until; await sleep(20)) {
    const since = performance.now()
    await other.query('select count(*) from appointment')
    waits.push(performance.now() - since)
  }
  expect(isDone).toBe(false)
  await dump.query('commit')
  dump.release()
  await migrating
  expect(await noted()).toContain('9001_test.sql')
  expect(notices).toHaveLength(1)
  // one attempt's wait plus the delay of a busy machine; the dump held the lock for four seconds
  expect(Math.max(...waits)).toBeLessThan(2_500)
  await other.query(`alter table appointment drop column only_here; delete from migration where name = '9001_test.sql'`)
}, 40_000)

test('a failed migration leaves nothing behind and is not recorded', async () => {
  const broken = test9001('create table half (id int); select 1 / 0')
  await expect(migrate(pool, undefined, [...(await readMigrations()), broken])).rejects.toMatchObject({ code: '22012' })
  const { rows } = await other.query<{ there: boolean }>(`select to_regclass('half') is not null as there`)
  expect([rows[0]!.there, await noted()]).toEqual([false, expect.not.arrayContaining(['9001_test.sql'])])
})

test('a migration that was changed after it ran is refused by name', async () => {
  const [first, ...rest] = await readMigrations()
  await expect(migrate(pool, undefined, [{ ...first!, sha: 'other' }, ...rest])).rejects.toThrow(
    `migration_changed: ${first!.name}`,
  )
})

test('an older build runs next to a newer one’s additions, and is refused in one line once a migration ends older builds', async () => {
  const own = await readMigrations()
  await migrate(pool, undefined, [...own, test9001('create table newer (id int)')])
  await other.query(`update field_group set grp = 'newer' where tbl = 'appointment' and col = 'note'`)
  await migrate(pool, undefined, own)
  // what the newer build says about the columns stays
  const { rows } = await other.query<{ grp: string }>(
    `select grp from field_group where tbl = 'appointment' and col = 'note'`,
  )
  expect(rows).toEqual([{ grp: 'newer' }])

  await migrate(pool, undefined, [...own, { ...test9001('drop table newer', true), name: '9002_test.sql' }])
  const refused = await migrate(pool, undefined, own).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DatabaseProblem)
  expect((refused as DatabaseProblem).message).toMatch(/^[^\n]*9002[^\n]*$/)
  await other.query(`delete from meta where name = 'min_build'; delete from migration where name like '900%'`)
  await migrate(pool, undefined, own)
})

test('npm run migrate -- --dry-run lists what would run and changes nothing', async () => {
  await other.query(`create table forgotten (id int); delete from migration where name = '0052_superadmin_lock.sql'`)
  const run = async (...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, ['tools/migrate/main.ts', ...args], {
        env: { DATABASE_URL: database.url },
      })
    ).stdout
  const dry = await run('--dry-run')
  expect(dry).toMatch(/to run: 0052_superadmin_lock\.sql/)
  expect(dry).toMatch(/to put under row-level security: forgotten/)
  expect(await noted()).not.toContain('0052_superadmin_lock.sql')
  expect(await run()).toMatch(/runs: 0052_superadmin_lock\.sql/)
  expect(await run('--dry-run')).toMatch(/nothing to do/)
  await expect(run('--drop')).rejects.toMatchObject({ code: 1 })
  await other.query('drop table forgotten')
})
