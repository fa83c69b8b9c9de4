import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type pg from 'pg'
import { newId } from '../../contract/kernel/id.ts'
import { checkRole, DatabaseProblem } from '../../server/db/check.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { superuserPool } from '../support/superuser-pool.ts'

/** A connection from which no policy hides anything. */
let superuser: pg.Pool
let server: TestServer
beforeAll(async () => {
  server = await startServer()
  const url = new URL(inject('postgresUrl'))
  url.pathname = new URL(server.url).pathname
  superuser = superuserPool(url.href, 2)
})
afterAll(async () => {
  await superuser.end()
  await server.stop()
})

test('the tests’ owner is a plain role, as on a managed PostgreSQL, unless configured otherwise', async () => {
  const { rows } = await server.pool.query<{ plain: boolean }>(
    `select not rolsuper and not rolbypassrls as plain from pg_roles where rolname = current_user`,
  )
  expect(rows).toEqual([{ plain: process.env['BEDSIDE_TEST_OWNER'] !== 'superuser' }])
})

test('the owner sees every row of every table, so triggers, jobs and dumps are complete', async () => {
  const { people } = server.world
  const link = newId()
  await server.pool.query(
    `insert into calendar_link (id, doctor_id, kind, name, account, zone) values ($1, $2, 'file', 'Other', 'other.ics', 'UTC')`,
    [link, people.doctorKuzey.id],
  )
  await server.pool.query(
    `insert into busy (id, doctor_id, starts_at, ends_at, title, link_id) values ($1, $2, now(), now() + interval '1 hour', 'Away', $3)`,
    [newId(), people.doctorKuzey.id, link],
  )
  await server.pool.query('update person set deleted_at = now(), active = false where id = $1', [
    people.patientGizli.id,
  ])
  const { rows: tables } = await superuser.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )
  expect(tables.length).toBeGreaterThan(40)
  const counts = async (pool: pg.Pool) =>
    Object.fromEntries(
      await Promise.all(
        tables.map(async ({ name }) => {
          const { rows } = await pool.query<{ n: number }>(`select count(*) as n from ${name}`)
          return [name, rows[0]!.n] as const
        }),
      ),
    )
  expect(await counts(server.pool)).toEqual(await counts(superuser))
  // busy times from a calendar can be deleted again
  expect((await server.pool.query('delete from busy where link_id = $1', [link])).rowCount).toBe(1)
})

test('starting as a login that the rules for people would bind is refused, with the statement that fixes it', async () => {
  const login = `inherits_${newId().replaceAll('-', '')}`
  await superuser.query(`create role ${login} login; grant bedside_app to ${login} with inherit true`)
  const url = new URL(server.url)
  Object.assign(url, { username: login, password: 'x' })
  await superuser.query(`alter role ${login} password 'x'`)
  const pool = superuserPool(url.href, 1)
  try {
    const refused = await checkRole(pool).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DatabaseProblem)
    const { message } = refused as DatabaseProblem
    expect(message).toMatch(/^[^\n]+$/)
    await superuser.query(/run: (.*;)$/.exec(message)![1]!)
    await checkRole(pool)
  } finally {
    await pool.end()
    await superuser.query(`drop owned by ${login}; drop role ${login}`)
  }
})
