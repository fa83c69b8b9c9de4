import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../server/db/pool.ts'
import { NOBODY, asPerson } from '../../server/db/transaction.ts'
import { freshDatabase, type TestDatabase } from '../support/database.ts'
import { freePort, startServerProcess } from '../support/server-process.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

/** TRUST D20 from an attacker's view: no failure next to a request may end the process. */
let database: TestDatabase
let dataDir: string
let base: string
let child: ChildProcess
let world: World
let pool: pg.Pool
const sockets: Socket[] = []

beforeAll(async () => {
  database = await freshDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'bedside-attack-'))
  base = `http://127.0.0.1:${await freePort()}`
  pool = createPool(database.url, 3)
  world = await buildWorld(pool, Date.now())
  child = await startServerProcess(base, dataDir, { DATABASE_URL: database.url })
}, 60_000)
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  child.kill('SIGKILL')
  await pool.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const post = async (path: string, body: object) =>
  (await (
    await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).json()) as Record<string, string>

async function signIn() {
  const { session } = (await (await fetch(`${base}/api/session`)).json()) as { session: string }
  const { username } = world.people.doctorKuzey
  return post('/api/auth/doctor', { session, username, password: PASSWORD })
}

function open(auth: object, reconnection = false) {
  const socket = io(base, { path: '/socket.io', transports: ['websocket'], auth, reconnection, forceNew: true })
  sockets.push(socket)
  return socket
}
const isConnected = async (socket: Socket) => {
  for (let i = 0; i < 100 && !socket.connected; i++) await sleep(100)
  return socket.connected
}
const stillServes = async () => {
  await sleep(500)
  return child.exitCode === null && (await fetch(`${base}/api/health`)).ok
}

/** Blocks reads and writes of this table until the returned function is called. */
async function lock(table: 'session') {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin')
  await client.query(`lock table ${table} in access exclusive mode`)
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}

test('handshakes while the session table is locked longer than a query waits: no one is let in, the process survives', async () => {
  const auth = await signIn()
  const unlock = await lock('session')
  const waiting = [open(auth), open({ token: 'x' }), open(auth, true)]
  await sleep(4000)
  await unlock()
  expect(await stillServes()).toBe(true)
  // a client that reconnects by itself gets in
  expect(await isConnected(waiting[2]!)).toBe(true)
  expect(await isConnected(open(await signIn()))).toBe(true)
})

test('all database connections are cut repeatedly, while sockets are open and requests run', async () => {
  const auth = await signIn()
  expect(await isConnected(open(auth, true))).toBe(true)
  for (let round = 0; round < 3; round++) {
    const calls = Array.from({ length: 10 }, () =>
      fetch(`${base}/api/sync`, { headers: { authorization: auth['token']!, session: auth['session']! } }).catch(
        () => null,
      ),
    )
    open(auth)
    // except the connection that proves that this process is alone on its data: losing it must end the process (TRUST
    // G20)
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity a
        where datname = current_database() and pid <> pg_backend_pid()
          and not exists (select from pg_locks l where l.pid = a.pid and l.locktype = 'advisory')`,
    )
    await Promise.all(calls)
    expect(await stillServes()).toBe(true)
  }
})

test('a connection cut between two statements of a transaction fails only that transaction', async () => {
  const own = createPool(database.url, 2)
  const cut = asPerson(own, NOBODY, async (db) => {
    const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
    await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid])
    await sleep(200)
    await db.query('select 1')
  })
  await expect(cut).rejects.toThrow(/terminat|connection|closed|queryable/i)
  expect((await own.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await own.end()
})
