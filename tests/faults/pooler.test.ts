import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { checkPooled, loginUrl } from '../../server/db/logins.ts'
import { CONNECTION, createPool } from '../../server/db/pool.ts'
import { databaseUrl, TEMPLATE } from '../support/database-server.ts'
import { freshDatabase } from '../support/database.ts'
import { findPooler, startPooler, type Pooler } from '../support/pooler.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** Issue 29.7: requests and the server's own work reach the database through pgbouncer, which gives a connection to each transaction again. */
const PGBOUNCER = findPooler()
if (!PGBOUNCER) process.stdout.write('pgbouncer is not installed: nothing is asked through it.\n')

let pooler: Pooler
let server: TestServer
beforeAll(async () => {
  if (!PGBOUNCER) return
  pooler = await startPooler(databaseUrl(inject('postgresUrl'), TEMPLATE))
  server = await startServer({}, inject('postgresUrl'), undefined, pooler.host)
}, 60_000)
afterAll(async () => {
  if (!PGBOUNCER) return
  await server.stop()
  await pooler.stop()
})

test('the operator’s file gives both roles the settings of every connection, and nothing else', async () => {
  const file = await readFile(join(import.meta.dirname, '../../docs/database-logins.sql'), 'utf8')
  const settings = [...file.matchAll(/^alter role (\w+) set (\w+) = '(.*)';$/gm)].map(([, role, name, value]) => [
    role,
    name,
    value,
  ])
  expect(settings).toEqual(
    ['bedside_app', 'bedside_server'].flatMap((role) =>
      Object.entries(CONNECTION).map(([name, value]) => [role, name, value]),
    ),
  )
})

test.skipIf(!PGBOUNCER)(
  'people sign in, pull, list and change concurrently, more of them than there are connections',
  async () => {
    const { people, clinics, slot, visit } = server.world
    const staff = await Promise.all(
      (['deskKuzey', 'doctorKuzey'] as const).map((who) =>
        server.signIn(who, who === 'deskKuzey' ? 'kuzey.localhost' : 'localhost'),
      ),
    )
    const ids = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        visit(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, slot(4 + n, 0)),
      ),
    )
    const answers = await Promise.all(
      ids.flatMap((id, n) => {
        const one = staff[n % 2]!
        return [
          one.call('appointment.update', { id, note: `through the pooler ${n}` }),
          one.call('appointment.list', { limit: 50 }),
          one.request('GET', '/api/sync'),
        ]
      }),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const listed = await staff[0]!.call('appointment.list', { limit: 50 })
    const notes = (listed.body['appointments'] as { id: string; note: string | null }[]).filter(({ id }) =>
      ids.includes(id),
    )
    expect(notes.map(({ note }) => note).toSorted()).toEqual(ids.map((_, n) => `through the pooler ${n}`).toSorted())
  },
)

test.skipIf(!PGBOUNCER)('no person’s rights are left on a connection for its next user (TRUST D10)', async () => {
  const desk = await server.signIn('deskKuzey', 'kuzey.localhost')
  await Promise.all(Array.from({ length: 20 }, () => desk.request('GET', '/api/sync')))
  const seen = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { rows } = await server.deps.requests.query<{ n: number; person: string | null }>(
        `select count(*)::int as n, current_setting('app.person', true) as person from appointment`,
      )
      return [rows[0]!.n, rows[0]!.person || null]
    }),
  )
  expect(new Set(seen.map(String))).toEqual(new Set([String([0, null])]))
})

test.skipIf(!PGBOUNCER)('a batch of fifty runs as one set, and repeating it does nothing twice (I3)', async () => {
  const desk = await server.signIn('deskKuzey', 'kuzey.localhost')
  const { people, clinics, slot, visit } = server.world
  const ids = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      visit(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, slot(20 + n, 0)),
    ),
  )
  const calls = ids.map((id) => ({
    call: 'appointment.update',
    key: newId(),
    base: null,
    madeAt: new Date(server.deps.now()).toISOString(),
    input: { id, note: 'in a set' },
  }))
  for (let n = 0; n < 2; n++) {
    const { body } = await desk.request('POST', '/api/batch', { calls })
    expect((body['answers'] as { status: number }[]).map(({ status }) => status)).toEqual(calls.map(() => 200))
  }
  const { rows } = await server.pool.query<{ n: number }>(
    `select count(*)::int as n from audit where object_id = any($1) and action = 'appointment.update'`,
    [ids],
  )
  expect(rows[0]!.n).toBe(50)
})

test.skipIf(!PGBOUNCER)('a role without its settings is refused in one line that names them', async () => {
  const database = await freshDatabase()
  const url = Object.assign(new URL(loginUrl(database.url, 'server')), { host: pooler.host }).href
  const pool = createPool(url, 1, undefined, 'pooled')
  await server.watch.query(
    `alter role bedside_server in database ${new URL(url).pathname.slice(1)} set statement_timeout = '1h'`,
  )
  await expect(checkPooled(pool, 'server')).rejects.toThrow(/DATABASE_SERVER_URL .* statement_timeout is 1h\.$/)
  await pool.end()
  await database.drop()
})
