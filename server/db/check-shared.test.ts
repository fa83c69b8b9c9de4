import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { DatabaseProblem } from './check.ts'
import { checkClock } from './check-shared.ts'
import { createPool } from './pool.ts'

let database: TestDatabase
let pool: ReturnType<typeof createPool>
beforeAll(async () => {
  database = await freshDatabase()
  pool = createPool(database.url, 2)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a clock an hour off is refused either way, one that agrees is not', async () => {
  await checkClock(pool)
  for (const [hours, how] of [
    [1, /behind/],
    [-1, /ahead of/],
  ] as const) {
    // a database whose clock differs: a function of the same name shadows PostgreSQL's
    await pool.query('create schema if not exists off')
    await pool.query(
      `create or replace function off.clock_timestamp() returns timestamptz language sql volatile as $$ select pg_catalog.clock_timestamp() + interval '${hours} hour' $$`,
    )
    const client = await pool.connect()
    try {
      await client.query('set search_path = off, pg_catalog, public')
      const asked = checkClock(client)
      await expect(asked).rejects.toThrow(DatabaseProblem)
      await expect(asked).rejects.toThrow(how)
    } finally {
      await client.query('reset search_path')
      client.release()
    }
  }
})
