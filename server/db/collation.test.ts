import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { followCollation } from './collation.ts'
import { createPool } from './pool.ts'

let database: TestDatabase
let owner: pg.Pool
let superuser: pg.Client
beforeAll(async () => {
  database = await freshDatabase()
  owner = createPool(database.url, 2)
  superuser = new pg.Client({ connectionString: database.superuserUrl })
  await superuser.connect()
})
afterAll(async () => {
  await owner.end()
  await superuser.end()
  await database.drop()
})

/** Where indexes are on disk: another file means that it was rebuilt. */
async function files(over: 'text' | 'numbers') {
  const { rows } = await owner.query<{ name: string; file: string }>(
    `select c.relname as name, pg_relation_filenode(c.oid)::text as file from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'i' and exists (select from unnest(i.indcollation) as used(id) where used.id = 100) = $1 order by 1`,
    [over === 'text'],
  )
  return rows
}

async function start() {
  const told: string[] = []
  await followCollation(owner, (line) => told.push(line))
  return told
}

test('issue 38.9: starting with another collation version rebuilds each index over text once, and no other', async () => {
  expect(await start()).toEqual([])
  const [text, numbers] = [await files('text'), await files('numbers')]
  expect(text.length).toBeGreaterThan(5)
  // like a folder from a machine with an older library
  await owner.query(`update meta set value = '1.0' where name = 'collation'`)
  expect(await start()).toEqual([
    expect.stringMatching(/^the order of text has changed \(1\.0 to .+\): its indexes are built anew$/),
  ])
  const after = await files('text')
  expect(after.map(({ name }) => name)).toEqual(text.map(({ name }) => name))
  expect(after.filter(({ file }, i) => file === text[i]!.file)).toEqual([])
  expect(await files('numbers')).toEqual(numbers)
  expect(await start()).toEqual([])
})

test('at this build’s first start a database is compared with what PostgreSQL recorded', async () => {
  await owner.query(`delete from meta where name = 'collation'`)
  await superuser.query(`update pg_database set datcollversion = '1.0' where datname = current_database()`)
  expect(await start()).toHaveLength(1)
  const { rows } = await owner.query<{ noted: string; now: string }>(
    `select datcollversion as noted, pg_database_collation_actual_version(oid) as now from pg_database where datname = current_database()`,
  )
  expect(rows[0]!.noted).toBe(rows[0]!.now)
})

test('if it is interrupted, the next start repeats it', async () => {
  await owner.query(`update meta set value = '1.0' where name = 'collation'`)
  const holder = new pg.Client({ connectionString: database.url })
  await holder.connect()
  await holder.query('begin; lock table person in row exclusive mode')
  // a handler from the start on: it may reject before its caller has an answer
  const waiting = start().then(() => 'done', String)
  await expect
    .poll(
      async () =>
        (await superuser.query(`select from pg_stat_activity where wait_event_type = 'Lock' and query like 'reindex%'`))
          .rowCount,
      { timeout: 20_000 },
    )
    .toBe(1)
  await superuser.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and query like 'reindex%'`,
  )
  expect(await waiting).toMatch(/terminat/)
  await holder.end()
  expect(await start()).toHaveLength(1)
  expect(await start()).toEqual([])
})
