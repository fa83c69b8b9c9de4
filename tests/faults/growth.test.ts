import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cleanUp } from '../../server/jobs/clean-up.ts'
import { startTestPostgres } from '../support/database-server.ts'
import { freshKey, startServer, type Client, type TestServer } from '../support/server.ts'

/** Issue 38, 8: the bytes that a check-in writes to PostgreSQL's log. A busy machine does not change them. */
let postgres: Awaited<ReturnType<typeof startTestPostgres>>
let server: TestServer
let desk: Client
let visits: string[]

beforeAll(async () => {
  // as in a clinic, but without anything that writes by itself
  postgres = await startTestPostgres({ full_page_writes: 'on', autovacuum: 'off', max_wal_size: '4GB' })
  server = await startServer({}, postgres.url)
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  await fill()
  const { rows } = await server.pool.query<{ id: string }>(
    'select id from appointment order by md5(id::text) limit $1',
    [CHECK_INS + 1],
  )
  visits = rows.map(({ id }) => id)
  // each connection has loaded its catalogues
  await checkIn(visits.pop()!)
}, 240_000)
afterAll(async () => {
  await server.stop()
  await postgres.end()
})

test('a check-in writes at most 25 KB, even if each page is written for the first time since a checkpoint', async () => {
  await server.watch.query('checkpoint')
  const first = await written(visits)
  expect(first.bytes / CHECK_INS).toBeLessThanOrEqual(25_000)
  // the pages' full images are in the log now
  for (const id of visits) await undo(id)
  const again = await written(visits)
  expect(again.bytes / CHECK_INS).toBeLessThanOrEqual(10_000)
})

test('a check-in does not touch the indexes of visits', async () => {
  const { rows } = await server.pool.query<{ name: string }>(
    `select distinct i.indexrelid::regclass::text as name from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indrelid = 'appointment'::regclass and a.attname in ('arrived_at', 'no_show_at', 'version', 'field_versions', 'updated_at', 'updated_by')`,
  )
  expect(rows).toEqual([])
})

test('expired rows are found by an index, every minute', async () => {
  const statements: [string, unknown[]][] = []
  await cleanUp({
    now: server.deps.now,
    pool: {
      query: async (sql: string, values: unknown[]) => void statements.push([sql, values]),
    } as unknown as pg.Pool,
  })
  expect(statements.length).toBeGreaterThan(10)
  const client = await server.watch.connect()
  // from here on a table is scanned only if no index fits
  await client.query('set enable_seqscan = off')
  for (const [sql, values] of statements) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values)
    const plan = rows.map((row) => row['QUERY PLAN'])
    expect([sql, plan.filter((line) => /Seq Scan/.test(line))]).toEqual([sql, []])
    // or by an index that holds such rows alone
    expect([sql, plan.some((line) => /Index Cond|using question_views_fresh/.test(line))]).toEqual([sql, true])
  }
  client.release()
})

test('patients without a visit since a day are found by an index alone', async () => {
  const client = await server.watch.connect()
  await client.query('set enable_seqscan = off')
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain select from patient p where not exists (
       select from appointment a where a.patient_id = p.id and a.status = 'completed' and a.starts_at >= now() and a.clinic_id = $1)`,
    [server.world.clinics.kuzey],
  )
  client.release()
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Only Scan using appointment_/)
})

const CHECK_INS = 40

/** Six thousand visits over three years, as after as many bookings: each in its buckets, by month. */
async function fill() {
  const { people, clinics } = server.world
  await server.watch.query(
    `insert into appointment (id, doctor_id, patient_id, patient_name, clinic_id, starts_at, ends_at, zone, type, price, currency, status, created_by, updated_by)
     select gen_random_uuid(), $1, $2, 'Ayşe Yılmaz', $3, at, at + interval '20 minutes', 'Europe/Istanbul', 'face-to-face', 10000, 'try', 'waiting', 'Test', 'Test'
       from (select $4::timestamptz + n * interval '263 minutes' as at from generate_series(-3000, 3000) n) times`,
    [people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, new Date(server.clock.now)],
  )
  await server.watch.query('vacuum (analyze)')
}

const checkIn = async (id: string) => {
  const { status, body } = await desk.call('appointment.arrive', { id }, { key: freshKey() })
  expect([status, body['refused']]).toEqual([200, undefined])
}
const undo = (id: string) => desk.call('appointment.unarrive', { id }, { key: freshKey() })

async function written(ids: readonly string[]) {
  const [before] = (await server.watch.query<Standing>(STANDING)).rows
  for (const id of ids) await checkIn(id)
  const [after] = (await server.watch.query<Standing>(STANDING)).rows
  return { bytes: after!.bytes - before!.bytes, images: after!.images - before!.images }
}

type Standing = { readonly bytes: number; readonly images: number }
const STANDING = `select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes, (select wal_fpi::float8 from pg_stat_wal) as images`
