import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { BATCH, type BatchAnswer } from '../../contract/sync/sync.ts'
import { startPostgres, type EmbeddedPostgres } from '../../server/db/embedded.ts'
import { createPool } from '../../server/db/pool.ts'
import { dataPool } from '../support/data-pool.ts'
import { freePort, startServerProcess } from '../support/server-process.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

let dataDir: string
let postgres: EmbeddedPostgres
let base: string
let child: ChildProcess
let world: World
let ids: readonly string[]

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bedside-set-'))
  postgres = await startPostgres(join(dataDir, 'database'))
  base = `http://127.0.0.1:${await freePort()}`
  child = await startServerProcess(base, join(dataDir, 'house'), { DATABASE_URL: postgres.url })
  const pool = createPool(postgres.url, 2)
  world = await buildWorld(pool, Date.now())
  const { people, clinics } = world
  ids = await Promise.all(
    Array.from({ length: BATCH }, (_, n) =>
      world.visit(
        people.doctorKuzey.id,
        people.patientKuzey.id,
        clinics.kuzey,
        world.slot(1 + Math.floor(n / 20), n % 20),
      ),
    ),
  )
  await pool.end()
}, 60_000)

afterAll(async () => {
  child.kill('SIGTERM')
  await once(child, 'exit')
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('the database restarts between a batch’s writes and its commit: nothing is lost, and nothing duplicated', async () => {
  const token = await signIn()
  const calls = ids.map((id, n) => ({
    call: 'appointment.update',
    key: newId(),
    base: 1,
    madeAt: new Date().toISOString(),
    input: { id, note: `note ${n}` },
  }))
  const send = async () => {
    const response = await fetch(`${base}/api/batch`, {
      method: 'POST',
      body: JSON.stringify({ calls }),
      headers: { 'content-type': 'application/json', authorization: token },
    })
    return ((await response.json()) as { answers?: readonly BatchAnswer[] }).answers
  }
  const pool = createPool(postgres.url, 2)
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('lock table audit')
  const cutOff = send()
  await expect
    .poll(
      async () =>
        (
          await pool.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'with p as%insert into audit%'`,
          )
        ).rowCount,
      { timeout: 2_500, interval: 20 },
    )
    .toBe(1)
  const stopping = postgres.stop()
  holder.release(true)
  await Promise.allSettled([stopping, pool.end()])
  postgres = await startPostgres(join(dataDir, 'database'))
  // no device got a success that is not in the database, nor a refusal that ends the change
  const cutOffAnswers = (await cutOff) ?? []
  expect(new Set(cutOffAnswers.map(({ status }) => status)).difference(new Set([200, 503]))).toEqual(new Set())

  await expect.poll(async () => (await fetch(`${base}/api/health`)).status, { timeout: 15_000 }).toBe(200)
  const again = await send()
  expect(again?.map(({ status }) => status)).toEqual(ids.map(() => 200))
  const looking = await dataPool(postgres.url, join(dataDir, 'house'), 1)
  const { rows } = await looking.query(
    `select note, version, (select count(*)::int from audit where object_id = a.id and action = 'appointment.update') as lines
       from appointment a where id = any ($1) order by array_position($1, id)`,
    [ids],
  )
  await looking.end()
  expect(rows).toEqual(ids.map((_, n) => ({ note: `note ${n}`, version: 2, lines: 1 })))
}, 60_000)

async function signIn(): Promise<string> {
  const { session } = (await (await fetch(`${base}/api/session`)).json()) as { session: string }
  const response = await fetch(`${base}/api/auth/admin`, {
    method: 'POST',
    body: JSON.stringify({ session, username: world.people.deskKuzey.username, password: PASSWORD }),
    headers: { 'content-type': 'application/json' },
  })
  return String(((await response.json()) as { token: string }).token)
}
