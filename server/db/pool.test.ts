import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { createPool, together } from './pool.ts'
import { sqlState } from './transaction.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 1)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('queries sent together run in order, each with its own answer', async () => {
  const client = await pool.connect()
  try {
    const [, , before, , after] = await together(
      client.query('begin'),
      client.query('create temp table told (n int) on commit drop'),
      client.query<{ n: number }>('select count(*)::int as n from told'),
      client.query('insert into told values (1)'),
      client.query<{ n: number }>('select count(*)::int as n from told'),
      null,
    )
    expect([before.rows[0]?.n, after.rows[0]?.n]).toEqual([0, 1])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('if several fail the first error is thrown, and only when none is running any more (TRUST D12)', async () => {
  const client = await pool.connect()
  const statements: string[] = []
  const twice = async () => {
    for (const text of ['select pg_sleep(0.05)', 'select 2']) {
      statements.push(text)
      await client.query(text)
    }
  }
  let ended = false
  try {
    await client.query('begin')
    const work = together(twice(), client.query('select 1 / 0'), client.query('select 3')).finally(() => (ended = true))
    await expect(work.catch(sqlState)).resolves.toBe('22012')
    // the second statement was sent before the end, and nothing after it
    expect([statements.length, ended]).toEqual([2, true])
    await client.query('rollback')
    expect((await client.query<{ n: number }>('select 4 as n')).rows[0]?.n).toBe(4)
  } finally {
    client.release()
  }
})
