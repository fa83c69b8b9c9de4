import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { startPostgres } from '../../server/db/embedded.ts'
import { createPool } from '../../server/db/pool.ts'
import { dataPool } from '../support/data-pool.ts'
import { figure } from '../support/figure.ts'
import { freePort, startServerProcess } from '../support/server-process.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

/** `npm run soak` uses more (TRUST G15: 200). */
const SOAK = Number(process.env['BEDSIDE_SOAK'] ?? 1)
const ROUNDS = Math.min(200, 6 * SOAK)
const WRITERS = 8
/** Changes under way or done at the kill. */
const ENOUGH = 20

let dataDir: string
let base: string
let child: ChildProcess
let world: World
let other: { id: string }

/** What a client wants done: kept outside the server, to compare with it (TRUST G5). */
type Intent = {
  readonly key: string
  readonly call: string
  readonly id: string
  readonly method: 'POST' | 'PUT'
  readonly url: string
  readonly body: object
  acked: boolean
}
const intents: Intent[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bedside-crash-'))
  base = `http://127.0.0.1:${await freePort()}`
  await startServer()
  const pool = createPool((await startPostgres(dataDir)).url, 2)
  world = await buildWorld(pool, Date.now())
  other = await world.patient('patient.other', world.clinics.kuzey)
  // a fast machine books more than the world's four months hold
  await pool.query('update availability set end_date = current_date + 3650')
  await pool.end()
}, 60_000)

afterAll(async () => {
  child.kill('SIGKILL')
  await startPostgres(dataDir).then((postgres) => postgres.stop())
  await rm(dataDir, { recursive: true, force: true })
})

test(
  'G15, R85: kill -9 of server and database in turn, while eight devices write: every acknowledged change is there, every uncertain one settles once',
  async () => {
    const token = await signIn()
    const ready: number[] = []
    let doubts = 0
    for (let round = 0; round < ROUNDS; round++) {
      await writeUntilKilled(token, round % 2 === 0 ? 'server' : 'database')
      const since = Date.now()
      // the server outlives its database, and starts it again
      if (round % 2 === 0) await startServer()
      else await untilHealthy()
      ready.push(Date.now() - since)
      // changes without an answer are sent again with the same key, as a device does
      for (const intent of intents.filter(({ acked }) => !acked)) {
        doubts++
        let answer = await send(token, intent)
        // a server that has just started may answer that it is busy, and a device retries
        for (let again = 0; answer?.status === 503 && again < 20; again++) {
          await sleep(500)
          answer = await send(token, intent)
        }
        expect([intent.call, answer?.status, answer?.body['refused']]).toEqual([intent.call, 200, undefined])
        intent.acked = true
      }
    }
    const found = await inDatabase()
    figure('G15', 'kill -9 of server and database, in turn', ROUNDS, 'times')
    figure('G15', 'changes by eight devices', intents.length)
    figure('G15', 'of them in doubt at a kill, and repeated with their key', doubts)
    figure('G15', 'accepted changes that are not there, or not as they were accepted', found.missing.length)
    figure('G15', 'changes not done exactly once', found.notOnce.length)
    figure('G15', 'ready again, the slowest time', Math.max(...ready), 'ms')
    figure('G15', 'ready again, the median', ready.toSorted((a, b) => a - b)[Math.floor(ready.length / 2)]!, 'ms')
    expect(found).toEqual({ missing: [], notOnce: [], keys: intents.length, overlaps: 0 })
    expect(intents.length).toBeGreaterThan(ROUNDS * ENOUGH)
    // the kills did hit work under way
    expect(doubts).toBeGreaterThan(ROUNDS)
    expect(Math.max(...ready)).toBeLessThan(15_000)
  },
  120_000 * SOAK,
)

/** Eight clients book and write notes at once; after a moment the victim is killed, and answers stop. */
async function writeUntilKilled(token: string, victim: 'server' | 'database') {
  const over = new AbortController()
  const before = intents.length
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!over.signal.aborted) {
      const intent = nextIntent()
      const answer = await send(token, intent)
      intent.acked = answer?.status === 200
      if (!answer) return
    }
  })
  await sleep(300 + Math.random() * 500)
  // longer on a busy machine, until enough changes are under way
  for (const most = Date.now() + 10_000; intents.length <= before + ENOUGH && Date.now() < most;) await sleep(20)
  if (victim === 'server') child.kill('SIGKILL')
  else
    process.kill(
      Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]),
      'SIGKILL',
    )
  if (victim === 'server' && child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  over.abort()
  await Promise.all(writers)
}

let slots = 0
let edited = 0
function nextIntent(): Intent {
  const { people, clinics } = world
  const key = newId()
  const booked = intents[edited]
  let intent: Intent
  if (booked?.acked && booked.call === 'appointment.book' && intents.length % 3 === 0) {
    edited++
    intent = {
      key,
      call: 'appointment.update',
      id: booked.id,
      method: 'PUT',
      url: `/api/appointment/${booked.id}`,
      body: { note: key },
      acked: false,
    }
  } else {
    if (booked && booked.call !== 'appointment.book') edited++
    const n = slots++
    const [doctor, patient] = n % 2 ? [people.doctorKuzey.id, people.patientKuzey.id] : [people.doctorBoth.id, other.id]
    const id = newId()
    const body = {
      id,
      paymentId: newId(),
      doctorId: doctor,
      patientId: patient,
      clinicId: clinics.kuzey,
      start: world.slot(1 + Math.floor(n / 48), Math.floor(n / 2) % 24),
      duration: 20,
      type: 'face-to-face',
      payWith: 'later',
      overlapSeen: true,
    }
    intent = { key, call: 'appointment.book', id, method: 'POST', url: '/api/bank/payment', body, acked: false }
  }
  intents.push(intent)
  return intent
}

async function send(
  token: string,
  { method, url, body, key }: Pick<Intent, 'method' | 'url' | 'body'> & { key?: string },
) {
  try {
    const response = await fetch(base + url, {
      method,
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: token }),
        ...(key && { 'idempotency-key': key }),
      },
    })
    const answer = (await response.json()) as Record<string, unknown> // our own server's reply
    // a dying server may still answer 500 or 503: that is no success, so no promise
    return { status: response.status, body: answer }
  } catch {
    return null
  }
}

async function signIn() {
  const { session } = (await (await fetch(`${base}/api/session`)).json()) as { session: string }
  const answer = await send('', {
    method: 'POST',
    url: '/api/auth/admin',
    body: { session, username: world.people.deskKuzey.username, password: PASSWORD },
  })
  return String(answer!.body['token'])
}

/** Compares the database with the intents: each record exists, each act took effect once and was logged once. */
async function inDatabase() {
  const pool = await dataPool((await startPostgres(dataDir)).url, dataDir)
  const ids = intents.map(({ id }) => id)
  const { rows: visits } = await pool.query<{ id: string; note: string | null }>(
    'select id, note from appointment where id = any($1)',
    [ids],
  )
  const { rows: acts } = await pool.query<{ act: string; n: number }>(
    `select action || ' ' || object_id as act, count(*) as n from audit where object_id = any($1) and outcome = 'done' group by 1`,
    [ids],
  )
  const { rows: keys } = await pool.query<{ n: number }>(
    'select count(*) as n from idempotency where key = any($1) and status = 200',
    [intents.map(({ key }) => key)],
  )
  const { rows: overlaps } = await pool.query(
    `select from appointment a join appointment b on a.doctor_id = b.doctor_id and a.id < b.id and a.status <> 'cancelled' and b.status <> 'cancelled' and a.during && b.during and not (a.overrides || b.overrides) @> '{squeeze_in}'`,
  )
  await pool.end()
  const noteOf = new Map(visits.map(({ id, note }) => [id, note]))
  const timesOf = new Map(acts.map(({ act, n }) => [act, n]))
  return {
    missing: intents.filter(
      ({ id, call, key }) => !noteOf.has(id) || (call === 'appointment.update' && noteOf.get(id) !== key),
    ),
    notOnce: intents
      .filter(({ id, call }) => timesOf.get(`${call} ${id}`) !== 1)
      .map(({ id, call }) => `${call} ${id}: ${timesOf.get(`${call} ${id}`)}`),
    keys: keys[0]!.n,
    overlaps: overlaps.length,
  }
}

const startServer = async () => void (child = await startServerProcess(base, dataDir))

/** The server may not have noticed yet that its database is gone: wait for two successes in a row. */
async function untilHealthy() {
  for (let yes = 0, deadline = Date.now() + 30_000; yes < 2; await sleep(50)) {
    if (Date.now() > deadline) throw new Error('the server was not up again within 30 s')
    const isUp = await fetch(`${base}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    )
    yes = isUp ? yes + 1 : 0
  }
}
