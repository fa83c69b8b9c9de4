import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { startPostgres, type EmbeddedPostgres } from '../../server/db/embedded.ts'
import { createPool } from '../../server/db/pool.ts'
import { figure } from '../support/figure.ts'
import { freePort, startServerProcess } from '../support/server-process.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

/** `npm run soak` takes longer (TRUST G6 fault 14: 30 s). */
const AWAY_MS = Number(process.env['BEDSIDE_SOAK'] ?? 1) > 1 ? 30_000 : 6_000
const WRITERS = 6

let dataDir: string
let postgres: EmbeddedPostgres
let base: string
let child: ChildProcess
let world: World
let token: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bedside-away-'))
  postgres = await startPostgres(join(dataDir, 'database'))
  base = `http://127.0.0.1:${await freePort()}`
  child = await startServerProcess(base, join(dataDir, 'house'), { DATABASE_URL: postgres.url })
  const pool = createPool(postgres.url, 2)
  world = await buildWorld(pool, Date.now())
  await pool.query('update availability set end_date = current_date + 3650')
  await pool.end()
  token = await signIn()
}, 60_000)

afterAll(async () => {
  child.kill('SIGKILL')
  await startPostgres(join(dataDir, 'database')).then((running) => running.stop())
  await rm(dataDir, { recursive: true, force: true })
})

test(
  'G6 14: the database stops under load and returns: the process survives, requests get only 503 with a retry time, every acknowledged change is there',
  async () => {
    const load = { goesOn: true, isAway: false }
    const acked: string[] = []
    const nos = new Set<string>()
    let hints = 0
    const socket = io(base, { auth: { token }, transports: ['websocket'], reconnectionDelayMax: 500 })
    await new Promise<void>((done) => void socket.once('connect', done))
    const writers = Array.from({ length: WRITERS }, async (_, n) => {
      for (let i = 0; load.goesOn; i++) {
        const booking = bookingOf(n, i)
        const key = newId()
        for (let answered = false; !answered && load.goesOn;) {
          const response = await book(booking, key)
          const body = (await response.json()) as { refused?: string }
          if (response.status === 200) acked.push(booking.id)
          else nos.add(`${response.status} ${body.refused}`)
          if (response.headers.get('retry-after')) hints++
          answered = response.status !== 503
          if (load.isAway) await sleep(100)
        }
      }
    })
    await until(() => acked.length > 20)

    load.isAway = true
    await postgres.stop()
    await sleep(AWAY_MS)
    const during = await fetch(`${base}/api/health`)
    expect([during.status, during.headers.get('retry-after')]).toEqual([503, '2'])
    const before = acked.length
    const since = Date.now()
    postgres = await startPostgres(join(dataDir, 'database'))
    load.isAway = false
    await until(() => acked.length > before + 20)
    const back = Date.now() - since
    figure('G14', 'a database that is away: seconds', AWAY_MS / 1000, 's')
    figure('G14', 'answers meanwhile with 503 and Retry-After', hints)
    figure('G14', 'twenty changes accepted after its return began', back, 'ms')
    expect(back).toBeLessThan(15_000)
    load.goesOn = false
    await Promise.all(writers)

    expect([child.exitCode, child.signalCode]).toEqual([null, null])
    figure('G14', 'answers other than 200 and 503 "busy"', [...nos].filter((no) => no !== '503 busy').length)
    expect([...nos]).toEqual(['503 busy'])
    expect(hints).toBeGreaterThan(WRITERS)
    const pool = createPool(postgres.url, 1)
    const { rows } = await pool.query<{ id: string }>('select id from appointment where id = any($1)', [acked])
    await pool.end()
    expect(rows.length).toBe(acked.length)
    // sessions continue, and an open socket is still open or has reconnected
    expect((await fetch(`${base}/api/sync`, { headers: { authorization: token } })).status).toBe(200)
    await until(() => socket.connected)
    socket.close()
  },
  60_000 + 2 * AWAY_MS,
)

test('a database that does not answer at the start is waited for, and a line says so', async () => {
  await postgres.stop()
  const other = `http://127.0.0.1:${await freePort()}`
  child.kill('SIGTERM')
  await once(child, 'exit')
  const { waiting, line } = startWaiting(other, postgres.url)
  await until(() => /database does not answer yet.*DATABASE_URL/.test(line()))
  expect(waiting.exitCode).toBe(null)
  postgres = await startPostgres(join(dataDir, 'database'))
  await until(() =>
    fetch(`${other}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  waiting.kill('SIGTERM')
  expect((await once(waiting, 'exit'))[0]).toBe(0)
}, 60_000)

test.each([
  ['password', (url: URL) => Object.assign(url, { password: 'wrong' })],
  ['database', (url: URL) => Object.assign(url, { pathname: '/nowhere' })],
])('a wrong %s is not waited for: one line, exit code 1', async (_, spoil) => {
  const { waiting, line } = startWaiting('http://127.0.0.1:0', spoil(new URL(postgres.url)).href)
  expect((await once(waiting, 'exit'))[0]).toBe(1)
  expect(line().trim()).toMatch(/^[^\n]*DATABASE_URL[^\n]*$/)
})

function startWaiting(address: string, url: string) {
  const waiting = spawn(process.execPath, ['server/app/main.ts'], {
    env: {
      PATH: process.env['PATH'],
      PORT: new URL(address).port || '0',
      HOST: '127.0.0.1',
      BEDSIDE_DATA: join(dataDir, 'house'),
      BEDSIDE_DEMO: '0',
      DATABASE_URL: url,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  waiting.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { waiting, line: () => text }
}

function bookingOf(writer: number, n: number) {
  const { people, clinics } = world
  const slot = n * WRITERS + writer
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

const book = (booking: object, key: string) =>
  fetch(`${base}/api/bank/payment`, {
    method: 'POST',
    body: JSON.stringify(booking),
    signal: AbortSignal.timeout(20_000),
    headers: { 'content-type': 'application/json', authorization: token, 'idempotency-key': key },
  })

async function signIn() {
  const { session } = (await (await fetch(`${base}/api/session`)).json()) as { session: string }
  const response = await fetch(`${base}/api/auth/admin`, {
    method: 'POST',
    body: JSON.stringify({ session, username: world.people.deskKuzey.username, password: PASSWORD }),
    headers: { 'content-type': 'application/json' },
  })
  return String(((await response.json()) as { token: string }).token)
}

async function until(isSo: () => boolean | Promise<boolean>) {
  for (const deadline = Date.now() + 30_000; !(await isSo()); await sleep(50))
    if (Date.now() > deadline) throw new Error('waited 30 s in vain')
}
