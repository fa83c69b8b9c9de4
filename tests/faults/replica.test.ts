import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { POSITION_HEADER } from '../../contract/kernel/constants.ts'
import { startPostgres, type EmbeddedPostgres } from '../../server/db/embedded.ts'
import { MOST_LAG_MS, openReplicas } from '../../server/db/replicas.ts'
import { LANES } from '../../server/db/lanes.ts'
import { tellWith } from '../../server/http/poke.ts'
import { startTestPostgres, unsafeButQuick } from '../support/database-server.ts'
import { TEST_SEALER } from '../support/deps.ts'
import { conninfoOf, startReplica } from '../support/replica.ts'
import { freshKey, startServer, type Client, type TestServer } from '../support/server.ts'
import { statementsOf } from '../support/statements.ts'

/** Issue 29.10: a primary and a replica that streams from it, two real processes (decision 0117). */
let primary: Awaited<ReturnType<typeof startTestPostgres>>
let replica: EmbeddedPostgres
let folder: string
let server: TestServer
let standby: pg.Pool
let desk: Client
let visit: string
beforeAll(async () => {
  // as the server's connections ask (`CONNECTION`), for the connections of this test too
  primary = await startTestPostgres({ synchronous_commit: 'on' })
  folder = join(await mkdtemp(join(tmpdir(), 'bedside-replica-')), 'data')
  replica = await startReplica(primary.url, primary.folder, folder, unsafeButQuick)
  server = await startServer({}, primary.url, replica.url)
  standby = openStandby()
  const { people, clinics, slot, visit: book } = server.world
  visit = await book(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, slot(1, 1))
  desk = await server.as('deskKuzey', 'kuzey.localhost')
}, 120_000)
afterAll(async () => {
  await standby.end()
  await server.stop()
  await replica.stop()
  await primary.end()
  await rm(join(folder, '..'), { recursive: true, force: true })
})

const openStandby = () => {
  const pool = new pg.Pool({ connectionString: replica.url, max: 2 })
  pool.on('error', () => {})
  return pool
}
const replicas = () => server.deps.replicas!
const one = () => replicas().figures()[0]!
const isUsed = () => expect.poll(() => one().state, { timeout: 20_000 }).toBe('used')
/** Waits until the replica has everything that the primary has, and the server knows it. */
async function caughtUp(): Promise<string> {
  // a commit that waits for the disk brings there what others have left undone
  await server.pool.query(`select pg_logical_emit_message(true, 'test', '')`)
  return reached()
}
/** Waits until the replica has what a device may have been told of. */
async function reached(): Promise<string> {
  const at = await replicas().positionNow()
  await expect.poll(() => replicas().having(at) !== null, { timeout: 20_000 }).toBe(true)
  return `${at.epoch}@${at.lsn}`
}
/** A request of a client that has seen this position. */
const ask = (client: Client, url: string, position: string | null, method: 'GET' | 'POST' = 'GET', body?: unknown) =>
  client.request(method, url, body, { 'bedside-build': '1', ...(position && { [POSITION_HEADER]: position }) })
const list = async (position: string | null) => {
  const { status, body } = await ask(desk, '/api/appointment/list', position, 'POST', { limit: 50 })
  expect(status).toBe(200)
  return body['appointments'] as { id: string; note: string | null }[]
}
const noteIn = async (position: string | null) => (await list(position)).find(({ id }) => id === visit)?.note
const writeNote = async (note: string) => {
  const { status, headers } = await desk.call('appointment.update', { id: visit, note }, { key: freshKey() })
  expect(status).toBe(200)
  return String(headers[POSITION_HEADER])
}
/** How many reads went to a replica during `work`. */
const readsOf = async (work: () => Promise<unknown>) => {
  const before = one().reads
  await work()
  return one().reads - before
}
const pause = () => standby.query('select pg_wal_replay_pause()')
const goOn = () => standby.query('select pg_wal_replay_resume()')
beforeEach(async () => {
  // a test that failed may have left it standing
  await goOn()
  await isUsed()
  await caughtUp()
})

test('a list is read from the replica, and its audit line is written on the primary', async () => {
  const at = await caughtUp()
  const lines = async () =>
    (await server.pool.query<{ n: number }>(`select count(*)::int as n from audit where action = 'appointment.list'`))
      .rows[0]!.n
  const before = await lines()
  expect(await readsOf(() => list(at))).toBe(1)
  expect(await lines()).toBe(before + 1)
})

test('an idle pull sends five statements to its replica, and to the primary only the one for the session', async () => {
  const at = await caughtUp()
  const cursor = await pulledUp(at)
  let status = 0
  const statements = await statementsOf(async () => {
    const reads = await readsOf(async () => ({ status } = await ask(desk, `/api/sync?cursor=${cursor}`, at)))
    expect(reads).toBe(1)
  })
  expect(status).toBe(200)
  const own = statements.filter(({ text }) => !/incarnation_now\(''/.test(text)).map(({ text }) => text)
  expect([own.length, own]).toEqual([5, own])
  expect(own.filter((text) => text.endsWith('read only'))).toHaveLength(1)
})

test('writers read their own writes: from the primary while the replica lags, and no one is answered late', async () => {
  const before = await caughtUp()
  await pause()
  const after = await writeNote('read by its writer')
  // a client that has seen no more than the replica has is served by the replica
  expect(await noteIn(before)).not.toBe('read by its writer')
  expect(await noteIn(after)).toBe('read by its writer')
  expect(await readsOf(() => noteIn(after))).toBe(0)
  // a client that sends no position, or one from another run
  expect(await noteIn(null)).toBe('read by its writer')
  expect(await noteIn('another@0/0')).toBe('read by its writer')
  await goOn()
  await caughtUp()
  expect(await readsOf(async () => expect(await noteIn(after)).toBe('read by its writer'))).toBe(1)
})

test('a log that ends exactly on a page boundary excludes no replica', async () => {
  await caughtUp()
  await endWithPage()
  const at = await reached()
  expect(await readsOf(() => list(at))).toBe(1)
})

test('a device with a position of another run gets one of this run', async () => {
  const { headers } = await ask(desk, '/api/auth', 'another@0/0')
  expect(String(headers[POSITION_HEADER])).toMatch(new RegExp(`^${replicas().epoch()}@[0-9A-F]+/[0-9A-F]+$`))
})

test('a poked device finds what it was poked for, even if the replica lacks it', async () => {
  const at = await caughtUp()
  const cursor = await pulledUp(at)
  await pause()
  await server.pool.query(`update appointment set note = 'somebody else' where id = $1`, [visit])
  // as any device a minute later: nothing yet
  expect((await rowsFrom(cursor, at)).rows).not.toContain(visit)
  const tell = tellWith({
    replicas: replicas(),
    log: server.app.log,
    sockets: () => undefined,
    neighbours: () => undefined,
  })
  tell.poke([`clinic:${server.world.clinics.kuzey}`])
  await expect.poll(async () => (await rowsFrom(cursor, at)).rows.includes(visit)).toBe(true)
  await goOn()
})

test('a cursor is not used on a replica that has not reached it, and one from a replica skips no row', async () => {
  const { people, clinics, slot, visit: book } = server.world
  const ids = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      book(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, slot(2, n)),
    ),
  )
  let cursor = await pulledUp(await caughtUp())
  const seen = new Map<string, number>()
  let position = await caughtUp()
  const load = { goesOn: true }
  /** Transactions that overlap in every order: one that began first ends last. */
  const writers = ids.slice(0, 6).map(async (_, n) => {
    for (let i = 0; load.goesOn; i++) {
      const client = await server.pool.connect()
      try {
        await client.query('begin')
        await client.query('update appointment set note = $2, version = version + 1 where id = $1', [
          ids[(n + 6 * i) % ids.length],
          `${n} ${i}`,
        ])
        await sleep(Math.random() * (n < 2 ? 400 : 20))
        await client.query('commit')
      } finally {
        client.release()
      }
    }
  })
  const take = async () => {
    const page = await rowsFrom(cursor, position)
    for (const { id, version } of page.visits) seen.set(id, Math.max(seen.get(id) ?? 0, version))
    cursor = page.cursor
  }
  const reads = await readsOf(async () => {
    for (let n = 0; n < 60; n++) {
      await take()
      // sometimes the primary: a position that no replica has yet
      if (n % 7 === 0) position = await writtenNow()
      if (n % 20 === 10) await pause()
      if (n % 20 === 14) await goOn()
      await sleep(30)
    }
  })
  load.goesOn = false
  await Promise.all(writers)
  await goOn()
  await caughtUp()
  await take()
  expect(reads).toBeGreaterThan(10)
  const { rows } = await server.pool.query<{ id: string; version: number }>(
    'select id, version from appointment where id = any ($1)',
    [ids],
  )
  expect(rows.filter(({ id, version }) => version > 1 && seen.get(id) !== version)).toEqual([])
}, 60_000)

test('signed-out requests are read there', async () => {
  await caughtUp()
  const nobody = server.nobody('kuzey.localhost')
  expect(await readsOf(() => nobody.call('branch.getall', {}))).toBe(1)
})

test('a lagging one is left out, and returns', async () => {
  await pause()
  await writeNote('long ago')
  await expect.poll(() => one().state, { timeout: MOST_LAG_MS + 10_000 }).toBe('lags')
  expect(one().lag).toBeGreaterThan(MOST_LAG_MS / 1000)
  expect(await readsOf(() => server.nobody('kuzey.localhost').call('branch.getall', {}))).toBe(0)
  await goOn()
  await isUsed()
}, 60_000)

test('a dead one is skipped within the same request, and returns', async () => {
  const at = await caughtUp()
  const load = { goesOn: true }
  const statuses = new Set<number>()
  const readers = Array.from({ length: 4 }, async () => {
    while (load.goesOn) statuses.add((await ask(desk, '/api/appointment/list', at, 'POST', { limit: 5 })).status)
  })
  await sleep(300)
  await standby.end()
  await replica.stop()
  await expect.poll(() => one().state, { timeout: 10_000 }).toBe('down')
  expect(await noteIn(at)).toBe('long ago')
  replica = await startPostgres(folder, { ...unsafeButQuick, primary_conninfo: conninfoOf(primary.url) })
  standby = openStandby()
  await isUsed()
  load.goesOn = false
  await Promise.all(readers)
  expect([...statuses]).toEqual([200])
}, 60_000)

test('a primary in a replica’s place, and one of another run, are never read from', async () => {
  const asReplica = (url: string) =>
    openReplicas({
      urls: [url],
      sizes: LANES,
      sealer: TEST_SEALER,
      primary: server.deps.pool,
      isUp: () => true,
      check: null,
      log: server.app.log,
      everyMs: 50,
    })
  const itself = asReplica(server.url)
  await itself.look()
  expect(itself.figures()[0]!.state).toBe('strange')
  expect(itself.having('any')).toBeNull()
  await itself.stop()
  await standby.query('select pg_promote(true, 30)')
  await expect.poll(() => one().state, { timeout: 10_000 }).toBe('strange')
  expect(replicas().having('any')).toBeNull()
})

/**
 * Writes until the last record ends with its page of the log. The next one goes behind the header of a new page, where
 * a replica comes only with that record.
 */
async function endWithPage() {
  const write = async (length: number) => {
    const { rows } = await server.pool.query<{ left: number }>(
      `select 8192 - mod(pg_current_wal_insert_lsn() - '0/0', 8192)::int as left
         from (select pg_logical_emit_message(false, 'test', repeat('x', $1))) written`,
      [length],
    )
    return rows[0]!.left
  }
  const atEnd = (left: number) => left > 8192 - 64 && left < 8192
  for (let left = await write(8), tries = 0; !atEnd(left); tries++) {
    expect(tries).toBeLessThan(2000)
    const before = left
    left = await write(8)
    const size = before - left
    // the same record longer by what is left after it
    if (size > 0 && left > size && left < 180) left = await write(8 + left - size)
  }
}

const writtenNow = async () => {
  const { epoch, lsn } = await replicas().positionNow()
  return `${epoch}@${lsn}`
}

type Page = {
  readonly cursor: string
  readonly more: boolean
  readonly rows: { readonly appointment?: { id: string; version: number }[] }
}
async function rowsFrom(from: string, position: string) {
  const visits: { id: string; version: number }[] = []
  let cursor = from
  for (let more = true; more;) {
    const { status, body } = await ask(desk, `/api/sync?cursor=${cursor}`, position)
    expect(status).toBe(200)
    const page = body as unknown as Page
    expect(body['reset']).toBeUndefined()
    ;({ cursor, more } = page)
    visits.push(...(page.rows.appointment ?? []))
  }
  return { cursor, visits, rows: visits.map(({ id }) => id) }
}

/** The cursor of a device that holds everything. */
async function pulledUp(position: string): Promise<string> {
  let cursor = ''
  for (let more = true; more;) {
    const { body } = await ask(desk, `/api/sync${cursor && `?cursor=${cursor}`}`, position)
    ;({ cursor, more } = body as unknown as Page)
  }
  await caughtUp()
  return cursor
}
