import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLimits } from '../../server/http/limits.ts'
import { startTestPostgres } from '../support/database-server.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

// a separate PostgreSQL: in the shared one, every cursor would list the open transactions of other files
let postgres: Awaited<ReturnType<typeof startTestPostgres>>
let server: TestServer
let elsewhere: TestDatabase
let desk: Client
let visits: string[]
beforeAll(async () => {
  postgres = await startTestPostgres()
  server = await startServer({}, postgres.url)
  elsewhere = await freshDatabase(postgres.url)
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  const { people, clinics } = server.world
  visits = []
  for (let n = 0; n < 200; n++)
    visits.push(
      await server.world.visit(
        people.doctorKuzey.id,
        people.patientKuzey.id,
        clinics.kuzey,
        new Date(server.clock.now + (n + 30) * 3_600_000).toISOString(),
      ),
    )
})
const open = new Set<pg.Client>()
afterEach(async () => {
  await Promise.all([...open].map((client) => client.end()))
  open.clear()
})
afterAll(async () => {
  await server.stop()
  await elsewhere.drop()
  await postgres.end()
})

/** A transaction that has written and stays open, in this database or in another one of the cluster. */
async function writer(url: string, sql = 'select pg_current_xact_id()') {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  open.add(client)
  await client.query(`begin; ${sql}`)
  return { commit: async () => void (await client.query('commit')) }
}

/** Pulls until nothing is left; returns the rows, and the bytes and requests that it took. */
async function pull(from: string | null) {
  Object.assign(server.deps, { limits: createLimits() })
  const ids: string[] = []
  let cursor = from
  for (let requests = 1, bytes = 0; ; requests++) {
    const { status, body } = await desk.request('GET', `/api/sync${cursor ? `?cursor=${cursor}` : ''}`)
    expect(status).toBe(200)
    const page = body as { cursor: string; more: boolean; rows: Record<string, { id: string }[]> }
    cursor = page.cursor
    bytes += JSON.stringify(body).length
    ids.push(...(page.rows['appointment'] ?? []).map(({ id }) => id))
    if (!page.more) return { cursor, ids, bytes, requests }
  }
}

const touch = (ids: readonly string[], note: string) =>
  server.pool.query('update appointment set note = $2 where id = any($1)', [ids, note])

const IDLE_BYTES = 175
/** How much a cursor may grow while one transaction is open. */
const ONE_OPEN = 12

test.each([
  ['the same database', () => server.url],
  ['another database of the cluster', () => elsewhere.url],
])(
  'a transaction left open in %s: what came above it arrives once, and a pull with nothing new stays small',
  async (where, url) => {
    const neighbour = await writer(url())
    let at = (await pull(null)).cursor
    await touch(visits, `with a neighbour in ${where}`)
    const news = await pull(at)
    expect(new Set(news.ids)).toEqual(new Set(visits))
    at = news.cursor
    for (let idle = 0; idle < 3; idle++) {
      const nothing = await pull(at)
      expect(nothing).toMatchObject({ ids: [], requests: 1 })
      expect(nothing.bytes).toBeLessThanOrEqual(IDLE_BYTES + ONE_OPEN)
      at = nothing.cursor
    }
    await neighbour.commit()
    const after = await pull(at)
    expect(after).toMatchObject({ ids: [], requests: 1 })
    expect(after.bytes).toBeLessThanOrEqual(IDLE_BYTES)
  },
)

test('I8: what a slow writer finally commits arrives then, once, whatever was committed and pulled above it meanwhile', async () => {
  const [slow, slower, ...others] = visits
  const neighbour = await writer(elsewhere.url)
  let at = (await pull(null)).cursor
  const one = await writer(server.url, `update appointment set note = 'slow' where id = '${slow}'`)
  await touch(others.slice(0, 20), 'meanwhile')
  const two = await writer(server.url, `update appointment set note = 'slower' where id = '${slower}'`)
  await touch(others.slice(20, 40), 'meanwhile')
  const first = await pull(at)
  expect(new Set(first.ids)).toEqual(new Set(others.slice(0, 40)))
  await two.commit()
  const second = await pull(first.cursor)
  expect(second.ids).toEqual([slower])
  await one.commit()
  const third = await pull(second.cursor)
  expect(third.ids).toEqual([slow])
  at = third.cursor
  expect((await pull(at)).ids).toEqual([])
  await neighbour.commit()
  expect((await pull(at)).ids).toEqual([])
})
