import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLanes, closeLanes, type Lanes } from '../../server/db/lanes.ts'
import { loginUrl } from '../../server/db/logins.ts'
import { createGate, MOST_AT_ONCE, MOST_IN_LINE } from '../../server/http/gate.ts'
import { newId } from '../../contract/kernel/id.ts'
import { createLimits } from '../../server/http/limits.ts'
import { TEST_SEALER } from '../support/deps.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * Issues 29 and 38, TRUST D12: work whose client has left ends, and one kind of work never takes another's connections.
 * Over real sockets, on the lanes of the running server.
 */
let server: TestServer
let lanes: Lanes
let desk: Client
let admin: Client
let port: number
beforeAll(async () => {
  server = await startServer()
  lanes = openLanes(
    { server: loginUrl(server.url, 'server'), requests: loginUrl(server.url, 'requests') },
    undefined,
    TEST_SEALER,
  )
  const { jobs: _, ...requestLanes } = lanes
  Object.assign(server.deps, requestLanes)
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  admin = await server.as('superadmin')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
beforeEach(() => void Object.assign(server.deps, { limits: createLimits(), gate: createGate() }))
/** Connections that lock a table while a test runs. */
const holding = new Set<pg.Client>()
afterEach(async () => {
  await Promise.all([...holding].map((client) => client.end()))
  holding.clear()
})
afterAll(async () => {
  await server.stop()
  await closeLanes(lanes)
})

/** Locks the table: readers wait until `free` is called. */
async function hold(table: string) {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  holding.add(client)
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  return { free: async () => void (await client.query('rollback')) }
}

/** A request over its own socket, which `leave` closes. */
function ask(client: Client, path: string, body: object, method = 'POST') {
  const sent = httpRequest({
    port,
    path,
    method,
    agent: false,
    headers: { ...client.headers, 'content-type': 'application/json' },
  })
  const answer = new Promise<{ status: number; retryAfter: string | undefined }>((done) => {
    sent.on('error', () => done({ status: 0, retryAfter: undefined }))
    sent.on('response', (response) => {
      response.resume()
      response.on('end', () => done({ status: response.statusCode!, retryAfter: response.headers['retry-after'] }))
    })
  })
  sent.end(JSON.stringify(body))
  return { answer, leave: () => sent.destroy() }
}
const summary = (client: Client) => ask(client, '/api/payment/summary', { by: 'month' })

/** Statements of the server that wait for a lock. */
const waiting = async () =>
  (
    await server.watch.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  ).rows[0]!.n

test('a read whose client hangs up ends in the database too, and its connection serves the next', async () => {
  const table = await hold('payment_sum')
  const gone = summary(desk)
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  gone.leave()
  // long before the lock timeout
  await expect.poll(waiting, { timeout: 2500 }).toBe(0)
  await table.free()
  expect((await summary(desk).answer).status).toBe(200)
  expect(server.deps.gate.size()).toBe(0)
})

test('forty aborted summaries of one person hold nothing: a desk’s list and the person’s next summary are answered at once', async () => {
  const table = await hold('payment_sum')
  const many = Array.from({ length: 40 }, () => summary(admin))
  await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
  const list = await ask(desk, '/api/appointment/list', {}).answer
  expect(list.status).toBe(200)
  for (const each of many) each.leave()
  await expect.poll(waiting, { timeout: 2500 }).toBe(0)
  await expect.poll(() => server.deps.gate.size(), { timeout: 10_000 }).toBe(0)
  await table.free()
  expect((await summary(admin).answer).status).toBe(200)
})

test('of one person’s heavy calls a few run, a few wait, and one more gets 503 with a retry time', async () => {
  const table = await hold('payment_sum')
  const many = Array.from({ length: MOST_AT_ONCE + MOST_IN_LINE + 5 }, () => summary(admin).answer)
  const refused: unknown[] = []
  for (const each of many) void each.then((answer) => refused.push(answer))
  await expect.poll(() => refused, { timeout: 10_000 }).toHaveLength(5)
  expect(refused).toEqual(Array.from({ length: 5 }, () => ({ status: 503, retryAfter: '2' })))
  await table.free()
  const answers = await Promise.all(many)
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_AT_ONCE + MOST_IN_LINE)
})

test('a change whose client hangs up is done anyway, once (I3)', async () => {
  const { people, clinics } = server.world
  const visit = await server.world.visit(
    people.doctorKuzey.id,
    people.patientKuzey.id,
    clinics.kuzey,
    new Date(server.clock.now + 50 * 3_600_000).toISOString(),
  )
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  holding.add(client)
  await client.query(`begin; select from appointment where id = '${visit}' for update`)
  const left = ask(desk, `/api/appointment/${visit}`, { note: 'left before the answer' }, 'PUT')
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  left.leave()
  await sleep(600)
  await client.query('rollback')
  const note = async () =>
    (await server.pool.query<{ note: string }>('select note from appointment where id = $1', [visit])).rows[0]!.note
  await expect.poll(note, { timeout: 10_000 }).toBe('left before the answer')
})

test.each(['requests', 'reports', 'papers', 'jobs'] as const)(
  'pulls, health and sign-in continue while every connection for %s is in use',
  async (lane) => {
    const taken = await Promise.all(Array.from({ length: lanes[lane].options.max! }, async () => lanes[lane].connect()))
    try {
      const statuses = await Promise.all([
        desk.request('GET', '/api/sync'),
        desk.request('GET', '/api/health'),
        desk.request('GET', '/api/session'),
      ])
      // a contract row makes a session, in the lane of requests
      expect(statuses.map(({ status }) => status)).toEqual([200, 200, lane === 'requests' ? 503 : 200])
    } finally {
      for (const client of taken) client.release()
    }
  },
  20_000,
)

test('a lane without a free connection answers 503 with Retry-After, never 500', async () => {
  const taken = await Promise.all(Array.from({ length: lanes.requests.options.max! }, () => lanes.requests.connect()))
  try {
    const { status, headers, body } = await desk.call('appointment.list', {})
    expect([status, body['refused'], headers['retry-after']]).toEqual([503, 'busy', '1'])
  } finally {
    for (const client of taken) client.release()
  }
}, 20_000)

test('no transaction is open while bytes go to the file store', async () => {
  const { files } = server.deps
  const open: string[] = []
  const put: typeof files.put = async (name, bytes) => {
    const { rows } = await server.watch.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    )
    open.push(...rows.map(({ query }) => query))
    stored.push(name)
    return files.put(name, bytes)
  }
  const stored: string[] = []
  Object.assign(server.deps, { files: { ...files, put } })
  try {
    const doctor = await server.as('doctorKuzey')
    const id = newId()
    const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n')
    for (const [at, until] of [
      [0, 40],
      [40, pdf.length],
    ] as const) {
      const { status } = await doctor.request(
        'PUT',
        `/api/patient/upload/${id}?at=${at}&size=${pdf.length}`,
        pdf.subarray(at, until),
        { 'content-type': 'application/octet-stream' },
      )
      expect(status).toBe(200)
    }
    const video = await doctor.call('video.add', { id: newId(), title: 'Diz', code: 'dQw4w9WgXcQ' })
    expect(video.status).toBe(200)
    expect(stored.length).toBeGreaterThanOrEqual(3)
    expect(open).toEqual([])
  } finally {
    Object.assign(server.deps, { files })
  }
})
