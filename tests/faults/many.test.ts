import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { SESSION_LOCKS } from '../../server/db/advisory.ts'
import { createPool } from '../../server/db/pool.ts'
import { figure } from '../support/figure.ts'
import { openProcesses } from '../support/processes.ts'
import { freePort } from '../support/server-process.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

/**
 * Issue 29.9: real processes on one PostgreSQL (decision 0103). In `npm run soak` the database is away for 30 s (G6 14,
 * G12).
 */
const BLOCKED_MS = 5_000
const AWAY_MS = Number(process.env['BEDSIDE_SOAK'] ?? 1) > 1 ? 30_000 : 4_000
const WRITERS = 6
const DOCTORS = 39

let server: Awaited<ReturnType<typeof openProcesses>>
let pool: ReturnType<typeof createPool>
let world: World
let token: string
beforeAll(async () => {
  server = await openProcesses()
  await server.start()
  pool = createPool(server.url, 2)
  world = await buildWorld(pool, Date.now())
  await pool.query('update availability set end_date = current_date + 3650')
  await Promise.all([server.start(1), server.start(2)])
  token = await signIn(0)
}, 90_000)
afterAll(async () => {
  await pool.end()
  await server.close()
})

test('a change in one process pokes clients of another; signing out there disconnects here', async () => {
  const theirs = await signIn(1)
  const socket = listen(2, theirs)
  await until(() => socket.connected)
  let pokes = 0
  socket.on('notify', () => pokes++)
  const from = Date.now()
  expect((await book(0, bookingOf(WRITERS, 0), newId())).status).toBe(200)
  await until(() => pokes > 0)
  const heardAfter = Date.now() - from
  figure('G13', 'a change at one process heard by a socket at another after', heardAfter, 'ms')
  expect(heardAfter).toBeLessThan(2_000)

  const out = await fetch(`${at(0)}/api/session`, { method: 'DELETE', headers: { authorization: theirs } })
  expect(out.status).toBeLessThan(300)
  const since = Date.now()
  await until(() => !socket.connected)
  const cutAfter = Date.now() - since
  figure('G13', 'a sign-out at one process cuts the socket at another after', cutAfter, 'ms')
  expect(cutAfter).toBeLessThan(2_000)
  socket.close()
}, 60_000)

test('password attempts are counted across all of them', async () => {
  const { username } = world.people.deskLinden
  const statuses: number[] = []
  for (let n = 0; n < 9; n++) statuses.push((await tryPassword(n % 3, username, 'wrong')).status)
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)
  expect((await tryPassword(2, username, PASSWORD)).status).toBe(429)
}, 60_000)

test(`reminders of ${DOCTORS} doctors go out once on three processes (${2 * DOCTORS} for ${DOCTORS} before)`, async () => {
  const rows: { id: string }[] = []
  for (let n = 0; n < DOCTORS; n++) rows.push(await world.doctor(`many.${n}`, []))
  await pool.query(
    `insert into appointment (id, doctor_id, patient_id, patient_name, clinic_id, starts_at, ends_at, zone, type, price, currency, status, created_by, updated_by)
     select gen_random_uuid(), d, $2, 'A', $3, now() - interval '30 h' + n * interval '1 min', now() - interval '30 h' + n * interval '1 min' + interval '30 s', 'Europe/Istanbul', 'face-to-face', 1, 'try', 'waiting', 'T', 'T'
       from unnest($1::uuid[]) with ordinality its (d, n)`,
    [rows.map(({ id }) => id), world.people.patientKuzey.id, world.clinics.kuzey],
  )
  const notices = async () =>
    (
      await pool.query<{ n: number; whom: number }>(
        `select count(*)::int as n, count(distinct user_id)::int as whom from notification where kind = 'visits_to_close' and user_id = any ($1)`,
        [rows.map(({ id }) => id)],
      )
    ).rows[0]!
  // due at once for whichever process looks first, and due again while that one may still be working
  for (let round = 0; round < 3; round++) {
    await pool.query(`update job set due_at = clock_timestamp() where kind = 'remindToClose' and item = ''`)
    await sleep(5_000)
  }
  expect(await notices()).toEqual({ n: DOCTORS, whom: DOCTORS })
}, 90_000)

test(
  'under load one is killed, one restarted, and the database too: nothing lost, nothing doubled, sockets elsewhere within 5 s, no 500',
  async () => {
    const load = { goesOn: true }
    const acked: string[] = []
    const requests: string[] = []
    const nos = new Set<string>()
    let asides = 0
    const down = new Set<number>()
    const writers = Array.from({ length: WRITERS }, async (_, n) => {
      let to = n % 3
      for (let i = 1; load.goesOn; i++) {
        const booking = bookingOf(n, i)
        requests.push(booking.id)
        const key = newId()
        // as a device behind a proxy: the same change with the same key, to any process that answers
        for (let answered = false; !answered && load.goesOn;) {
          const response = await book(to, booking, key).catch(() => null)
          if (response?.status === 200) acked.push(booking.id)
          else if (response) nos.add(`${response.status} ${((await response.json()) as { refused?: string }).refused}`)
          answered = response !== null && response.status !== 503
          if (!answered) asides++
          if (!answered) to = (to + 1) % 3
          if (!answered) await sleep(50)
        }
        await sleep(30)
      }
    })
    const sockets = [0, 1, 2].map((n) => wander(n, down))
    await until(() => acked.length > 20 && sockets.every((each) => each.isConnected()))

    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const n = signal === 'SIGKILL' ? 2 : 1
      expect(sockets.some((each) => each.at() === n)).toBe(true)
      down.add(n)
      // from the signal on: right after it each socket still looks connected to where it was
      const since = Date.now()
      const ended = server.kill(n, signal)
      await until(() => sockets.every((each) => each.isConnected() && each.at() !== n))
      const elsewhere = Date.now() - since
      figure('G12', `all sockets elsewhere after ${signal} of one of three`, elsewhere, 'ms')
      expect([signal, elsewhere < 5_000]).toEqual([signal, true])
      expect(await ended).toBe(signal === 'SIGTERM' ? 0 : null)
      const before = acked.length
      await until(() => acked.length > before + 20)
      await server.start(n)
      down.delete(n)
    }
    // G6 18: an event loop that stands still keeps whom it had, who are answered later
    const beforeFreeze = acked.length
    await server.freeze(1, BLOCKED_MS)
    await until(() => acked.length > beforeFreeze + 40)
    await server.stopDatabase()
    await sleep(AWAY_MS)
    const back = Date.now()
    await server.startDatabase()
    const before = acked.length
    await until(() => acked.length > before + 40)
    figure('G12', 'the database was away for', AWAY_MS / 1000, 's')
    figure('G12', 'forty more changes accepted after its return began', Date.now() - back, 'ms')
    await until(() => sockets.every((each) => each.isConnected()))
    load.goesOn = false
    await Promise.all(writers)
    for (const each of sockets) each.close()

    const { rows } = await pool.query<{ id: string }>('select id from appointment where id = any ($1)', [requests])
    const kept = new Set(rows.map(({ id }) => id))
    const lost = acked.filter((id) => !kept.has(id))
    // duplicates: two payments for a visit, or two visits at one time
    const { rows: twins } = await pool.query(
      `select appointment_id from payment where appointment_id = any ($1) group by 1 having count(*) > 1`,
      [requests],
    )
    figure('G12', 'changes accepted', acked.length)
    figure('G12', 'tries that were told to come again, or not answered, and repeated with their key', asides)
    figure('G12', 'accepted changes lost', lost.length)
    figure('G12', 'changes done twice', twins.length)
    figure('G12', 'answers other than 200 and 503 "busy"', [...nos].filter((no) => no !== '503 busy').length)
    expect([...nos].filter((no) => no !== '503 busy')).toEqual([])
    expect(lost).toEqual([])
    expect(twins).toEqual([])
    expect(new Set(acked).size).toBe(acked.length)
    expect(server.s3.refused).toEqual([])
  },
  120_000 + 2 * AWAY_MS,
)

test('processes that start for the first time at one moment all serve', async () => {
  const fresh = await openProcesses()
  try {
    await Promise.all([0, 1, 2].map((n) => fresh.start(n)))
    for (const { base } of fresh.processes) expect((await fetch(`${base}/api/ready`)).status).toBe(200)
  } finally {
    await fresh.close()
  }
}, 90_000)

test('a process that does not match the running ones is refused with one line: files in a folder, another key', async () => {
  const alone = await server.refused({
    BEDSIDE_S3_BUCKET: undefined,
    BEDSIDE_S3_REGION: undefined,
    BEDSIDE_S3_KEY: undefined,
    BEDSIDE_S3_SECRET: undefined,
  })
  expect([alone.code, alone.lines]).toEqual([1, [expect.stringMatching(/already.*S3.*BEDSIDE_S3_BUCKET/)]])
  const key = join(server.root, 'another-key')
  await writeFile(key, Buffer.alloc(32, 9).toString('base64'), { mode: 0o600 })
  const other = await server.refused({ BEDSIDE_KEY_FILE: key, BEDSIDE_LOG: 'silent' })
  expect([other.code, other.lines]).toEqual([
    1,
    [expect.stringMatching(/not the one this database is sealed under.*BEDSIDE_KEY_FILE/)],
  ])
  const many = await server.refused({ BEDSIDE_WORKERS: 'auto', DATABASE_URL: undefined })
  expect([many.code, many.lines]).toEqual([1, [expect.stringMatching(/BEDSIDE_WORKERS.*DATABASE_URL/)]])
}, 60_000)

test('BEDSIDE_WORKERS=2: two on one port, a killed one is restarted, and both end on request', async () => {
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const env = { ...server.env, BEDSIDE_WORKERS: '2', PORT: String(port), HOST: '127.0.0.1', BEDSIDE_DEMO: '0' }
  const above = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { passSignalsOn } = await import('./tools/run/child.ts'); const { supervise } = await import('./tools/run/supervise.ts');
       passSignalsOn(); process.exitCode = await supervise()`,
    ],
    {
      env: { PATH: process.env['PATH'], BEDSIDE_DATA: join(server.root, 'workers'), BEDSIDE_LOG: 'silent', ...env },
      stdio: 'ignore',
    },
  )
  // with a new connection each time: a kept one ends with its process
  const isUp = () =>
    new Promise<boolean>((done) => {
      get(`${base}/api/health`, { agent: false }, (answer) => {
        answer.resume()
        done(answer.statusCode === 200)
      }).once('error', () => done(false))
    })
  const listeners = async () =>
    (
      await pool.query<{ pid: number }>(
        `select l.pid from pg_locks l where l.locktype = 'advisory' and l.objid = $1 and l.mode = 'ShareLock'`,
        [SESSION_LOCKS.app],
      )
    ).rows.length - 3
  await until(async () => (await isUp()) && (await listeners()) === 2)
  const [worker] = childrenOf(above.pid!)
  const asking = keepAsking(`${base}/api/live`)
  await sleep(500)
  process.kill(worker!, 'SIGKILL')
  const since = Date.now()
  await until(isUp)
  expect(Date.now() - since).toBeLessThan(5_000)
  await sleep(1500)
  const { answered, hung } = await asking.stop()
  expect(answered).toBeGreaterThan(100)
  // requests on their way to the process that ended fail, so that the client repeats them
  expect(hung).toBe(0)
  await until(async () => childrenOf(above.pid!).filter((pid) => pid !== worker).length === 2)
  await until(async () => (await listeners()) === 2)
  const ended = once(above, 'exit')
  above.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
  expect(await isUp()).toBe(false)
  await until(async () => (await listeners()) === 0)
}, 90_000)

/** Twenty clients send requests without pause, each on new connections. */
function keepAsking(url: string) {
  const over = new AbortController()
  let answered = 0
  let hung = 0
  const ask = () =>
    new Promise<void>((done) => {
      const requests = get(url, { agent: false, timeout: HANGS_MS }, (answer) => {
        answered++
        answer.resume().once('close', done)
      })
      requests.once('timeout', () => {
        hung++
        requests.destroy()
      })
      requests.once('error', () => done())
    })
  const loop = async () => {
    while (!over.signal.aborted) await ask()
  }
  const loops = Array.from({ length: 20 }, loop)
  return {
    stop: async () => {
      over.abort()
      await Promise.all(loops)
      return { answered, hung }
    },
  }
}
const HANGS_MS = 10_000

/** From the kernel's own list. */
const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

const at = (n: number) => server.processes[n]!.base

/** A device's socket that moves to another process when its own ends, as a proxy routes it. */
function wander(first: number, down: ReadonlySet<number>) {
  let to = first
  let isOver = false
  let socket = go()
  function go() {
    const next = listen(to, token)
    const elsewhere = () => {
      next.close()
      if (isOver) return
      do to = (to + 1) % 3
      while (down.has(to))
      setTimeout(() => (socket = isOver ? socket : go()), 200)
    }
    next.once('disconnect', elsewhere)
    next.once('connect_error', elsewhere)
    return next
  }
  return {
    isConnected: () => socket.connected,
    /** The process it is connected to, or tries next. */
    at: () => to,
    close: () => {
      isOver = true
      socket.close()
    },
  }
}

const listen = (n: number, its: string) =>
  io(at(n), { auth: { token: its }, transports: ['websocket'], reconnection: false, forceNew: true, timeout: 3_000 })

function bookingOf(writer: number, n: number) {
  const { people, clinics } = world
  const slot = n * (WRITERS + 1) + writer
  return {
    id: newId(),
    paymentId: newId(),
    doctorId: people.doctorKuzey.id,
    patientId: people.patientKuzey.id,
    clinicId: clinics.kuzey,
    start: world.slot(1 + Math.floor(slot / 24), slot % 24),
    duration: 20,
    type: 'face-to-face',
    payWith: 'later',
    overlapSeen: true,
  }
}

const book = (n: number, booking: object, key: string) =>
  fetch(`${at(n)}/api/bank/payment`, {
    method: 'POST',
    body: JSON.stringify(booking),
    signal: AbortSignal.timeout(20_000),
    headers: { 'content-type': 'application/json', authorization: token, 'idempotency-key': key },
  })

async function tryPassword(n: number, username: string, password: string) {
  const { session } = (await (await fetch(`${at(n)}/api/session`)).json()) as { session: string }
  return fetch(`${at(n)}/api/auth/admin`, {
    method: 'POST',
    body: JSON.stringify({ session, username, password }),
    headers: { 'content-type': 'application/json' },
  })
}

const signIn = async (n: number) =>
  String(((await (await tryPassword(n, world.people.deskKuzey.username, PASSWORD)).json()) as { token: string }).token)

async function until(isSo: () => boolean | Promise<boolean>) {
  for (const deadline = Date.now() + 40_000; !(await isSo()); await sleep(50))
    if (Date.now() > deadline) throw new Error('waited 40 s in vain')
}
