import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { superuserPool } from '../../tests/support/superuser-pool.ts'
import { nameTokens, nameWords } from '../../contract/kernel/name.rules.ts'
import { newId } from '../../contract/kernel/id.ts'
import { migrate } from './migrate.ts'
import { numberOf, readMigrations } from './migration-files.ts'
import { createPool } from './pool.ts'

let database: TestDatabase
let pool: pg.Pool
let superuser: pg.Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 2)
  superuser = superuserPool(database.url, 1)
})
afterAll(async () => {
  await Promise.all([pool.end(), superuser.end()])
  await database.drop()
})

test('names stored before the upgrade are found across alphabets after it (0075)', async () => {
  const all = await readMigrations()
  await superuser.query('drop schema public cascade')
  await superuser.query('create schema public authorization pg_database_owner')
  await migrate(
    pool,
    undefined,
    all.filter((each) => numberOf(each) < 75),
  )
  const names = ['Фёдор Хрущёв', 'Їжак Ўласаў', 'Anna Müller']
  const ids = names.map(() => newId(Date.now()))
  for (const [i, name] of names.entries()) {
    await superuser.query(`insert into person (id, type, name, phone) values ($1, 'patient', $2, $3)`, [
      ids[i],
      name,
      `+9053200000${10 + i}`,
    ])
    await superuser.query('insert into patient (id) values ($1)', [ids[i]])
  }
  const before = await superuser.query<{ id: string; version: number }>('select id, version from patient')
  await migrate(pool, undefined, all)
  const { rows } = await superuser.query<{ id: string; card: string; account: string; version: number }>(
    'select t.id, t.name_search as card, p.name_search as account, t.version from patient t join person p using (id)',
  )
  for (const [i, name] of names.entries()) {
    const row = rows.find(({ id }) => id === ids[i])!
    expect(row.card.split(' ').filter(Boolean).toSorted()).toEqual([...nameTokens(name)].toSorted())
    expect(row.account).toBe(row.card)
  }
  // devices receive only what changed
  const versionOf = (id: string) => before.rows.find((each) => each.id === id)?.version
  expect(
    rows
      .filter((row) => row.version !== versionOf(row.id))
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.slice(0, 2).toSorted())
  const found = await superuser.query('select from patient where finds_name(name_search, $1::text[])', [
    nameWords('fyodor').spellings,
  ])
  expect(found.rowCount).toBe(1)
}, 60_000)
