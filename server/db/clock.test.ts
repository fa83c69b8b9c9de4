import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { DatabaseProblem } from './check.ts'
import { checkClock, openClock } from './clock.ts'
import { createPool, type Db } from './pool.ts'

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

test('a clock an hour off is refused in either direction, a correct one is not', async () => {
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

test('the clock follows a database whose time is changed, and ignores slow answers', async () => {
  let [off, late] = [0, 0]
  const query = async () => {
    const at = new Date(Date.now() + off)
    await new Promise((done) => setTimeout(done, late))
    return { rows: [{ at }] }
  }
  const lines: string[] = []
  const log = {
    warn: (line: string) => void lines.push(line),
    error: (fault: object) => void lines.push(String(fault)),
  }
  const clock = await openClock({ query } as unknown as Db, log, () => true) // it asks nothing else
  const ahead = () => clock.now() - Date.now()
  try {
    expect(Math.abs(ahead())).toBeLessThan(50)
    late = 400
    const before = ahead()
    await clock.look()
    expect(Math.abs(ahead() - before)).toBeLessThan(50)
    late = 0
    for (const hours of [1, -1]) {
      off = hours * 3_600_000
      await clock.look()
      await clock.look()
      expect(Math.abs(ahead() - off)).toBeLessThan(50)
    }
    expect(lines).toEqual([expect.stringMatching(/3600 s behind/)])
    off = 0
    await clock.look()
    off = -3_600_000
    await clock.look()
    expect(lines[1]).toMatch(/3600 s ahead of/)
  } finally {
    await clock.stop()
  }
})
