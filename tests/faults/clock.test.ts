import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNATTENDED_HEADER } from '../../contract/kernel/constants.ts'
import { newId } from '../../contract/kernel/id.ts'
import { createPool } from '../../server/db/pool.ts'
import { openProcesses } from '../support/processes.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

/**
 * Issue 29, "Bad input": three processes on one PostgreSQL. After their start someone sets the clock of one an hour
 * ahead, and that of another an hour back (decision 0153).
 */
const HOUR = 3_600_000
const [RIGHT, AHEAD, BEHIND] = [0, 1, 2]
const PRELOAD = `--import=${pathToFileURL(join(import.meta.dirname, '../support/clock-off.ts')).href}`

let server: Awaited<ReturnType<typeof openProcesses>>
let pool: ReturnType<typeof createPool>
let world: World
beforeAll(async () => {
  server = await openProcesses()
  await server.start(RIGHT)
  pool = createPool(server.url, 2)
  world = await buildWorld(pool, Date.now())
  await Promise.all([setLater(AHEAD, HOUR), setLater(BEHIND, -HOUR)])
}, 90_000)
afterAll(async () => {
  for (const { child } of server.processes) child.kill('SIGCONT')
  await pool.end()
  await server.close()
})

test('starting with a clock an hour off is refused with one line', async () => {
  for (const [off, how] of [
    [HOUR, 'ahead of'],
    [-HOUR, 'behind'],
  ] as const) {
    const { code, lines } = await server.refused({ NODE_OPTIONS: PRELOAD, CLOCK_OFF_MS: String(off) })
    expect([code, lines]).toEqual([1, [expect.stringMatching(new RegExp(`(3599|3600|3601) s ${how} .*NTP`))]])
  }
}, 60_000)

test('a sign-in begun at one process can be finished at each other, and its session works at all', async () => {
  for (const [begins, ends] of [
    [BEHIND, AHEAD],
    [BEHIND, RIGHT],
    [RIGHT, AHEAD],
    [AHEAD, BEHIND],
  ] as const) {
    const signed = await tryPassword(ends, world.people.deskKuzey.username, PASSWORD, await begin(begins))
    expect([begins, ends, signed.status]).toEqual([begins, ends, 200])
    const { token } = (await signed.json()) as { token: string }
    for (const n of [RIGHT, AHEAD, BEHIND]) expect([n, await pull(n, token)]).toEqual([n, 200])
  }
}, 60_000)

test('a session ends when unused for its twelve hours, neither earlier nor later', async () => {
  const token = await signIn()
  const unusedFor = (hours: number) =>
    pool.query(`update session set used_at = now() - $1 * interval '1 hour' where person_id = $2`, [
      hours,
      world.people.deskKuzey.id,
    ])
  await unusedFor(11.5)
  for (const n of [RIGHT, AHEAD, BEHIND]) expect([n, await pull(n, token)]).toEqual([n, 200])
  await unusedFor(12.5)
  for (const n of [RIGHT, AHEAD, BEHIND]) expect([n, await pull(n, token)]).toEqual([n, 401])
}, 60_000)

test('used-up password attempts stay used up for a quarter of an hour', async () => {
  const { username } = world.people.deskLinden
  for (let n = 0; n < 6; n++) await tryPassword(RIGHT, username, 'wrong')
  for (const n of [AHEAD, BEHIND, RIGHT]) {
    const refused = await tryPassword(n, username, PASSWORD)
    expect([n, refused.status]).toEqual([n, 429])
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900)
  }
}, 60_000)

test('a change with one key is done once, and dated as its device says', async () => {
  const token = await signIn()
  const { people, clinics } = world
  const booking = {
    id: newId(),
    paymentId: newId(),
    doctorId: people.doctorKuzey.id,
    patientId: people.patientKuzey.id,
    clinicId: clinics.kuzey,
    start: world.slot(3, 0),
    duration: 20,
    type: 'face-to-face',
    payWith: 'later',
  }
  const key = newId()
  for (const n of [AHEAD, RIGHT, BEHIND]) {
    const { status } = await send(n, '/api/bank/payment', booking, { authorization: token, 'idempotency-key': key })
    expect([n, status]).toEqual([n, 200])
  }
  const { rows } = await pool.query('select id from appointment where doctor_id = $1 and starts_at = $2', [
    booking.doctorId,
    booking.start,
  ])
  expect(rows).toEqual([{ id: booking.id }])

  for (const n of [AHEAD, BEHIND]) {
    const soon = new Date(Date.now() + 2 * HOUR + n * HOUR).toISOString()
    const id = await world.visit(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, soon)
    await pool.query(`update appointment set created_at = now() - interval '1 day' where id = $1`, [id])
    const at = new Date().toISOString()
    const arrive = { call: 'appointment.arrive', key: newId(), base: null, madeAt: at, input: { id } }
    const headers = { authorization: token, 'bedside-sent-at': at }
    const answer = await send(n, '/api/batch', { calls: [arrive] }, headers)
    expect(((await answer.json()) as { answers: { status: number }[] }).answers.map(({ status }) => status)).toEqual([
      200,
    ])
    const { rows: arrived } = await pool.query<{ off: number; heard_at: Date | null }>(
      `select abs(extract(epoch from arrived_at - $2::timestamptz))::float8 as off, heard_at from appointment where id = $1`,
      [id, at],
    )
    expect([n, arrived[0]!.off < 60, arrived[0]!.heard_at]).toEqual([n, true, null])
  }
}, 60_000)

test('a slot is reserved until its payment is due, and free after that, whoever runs the job', async () => {
  const { people, clinics } = world
  const held: string[] = []
  for (const [n, who] of [AHEAD, BEHIND].entries()) {
    const dueIn = async (minutes: number, slot: number) => {
      const id = await world.visit(
        people.doctorLinden.id,
        people.patientLinden.id,
        clinics.linden,
        world.slot(5 + n, slot),
      )
      await pool.query(
        `insert into payment (id, appointment_id, patient_id, doctor_id, clinic_id, type, amount, currency, pay_by)
         select $2, id, patient_id, doctor_id, clinic_id, 'credit_card', price, currency, now() + $3 * interval '1 min' from appointment where id = $1`,
        [id, newId(), minutes],
      )
      return id
    }
    held.push(await dueIn(40, 0))
    const over = await dueIn(-10, 1)
    await alone(who, () => runJob('expirePayments'))
    expect(await statuses([...held, over])).toEqual([...held.map(() => 'waiting'), 'cancelled'])
  }
}, 120_000)

test('a message is worth sending until its time is over, whoever sends it', async () => {
  for (const who of [AHEAD, BEHIND]) {
    const queue = async (minutes: number) => {
      const id = newId()
      await pool.query(
        `insert into message (id, channel, recipient, lang, template, next_try_at, not_after, made_at)
         values ($1, 'mail', 'a@test.example', 'en', 'welcome', now(), now() + $2 * interval '1 min', now())`,
        [id, minutes],
      )
      return id
    }
    const state = async (id: string) =>
      (await pool.query<{ state: string }>('select state from message where id = $1', [id])).rows[0]!.state
    await alone(who, async () => {
      const [good, over] = [await queue(40), await queue(-10)]
      await until(async () => (await state(over)) === 'dead')
      expect([who, await state(good)]).toEqual([who, 'queued'])
    })
  }
}, 120_000)

test('a file without a record is kept for an hour, and removed after it', async () => {
  const { objects, refused } = server.s3
  const put = (minutes: number) => {
    const name = `bedside/${newId().replaceAll('-', '').padEnd(48, '0')}`
    objects.set(name, { bytes: Buffer.from('x'), at: Date.now() - minutes * 60_000 })
    return name
  }
  for (const who of [AHEAD, BEHIND]) {
    const [young, old] = [put(10), put(90)]
    await alone(who, () => runJob('cleanUpFiles'))
    expect([who, objects.has(young), objects.has(old)]).toEqual([who, true, false])
  }
  // it is signed by a clock that the store accepts
  expect(refused).toEqual([])
}, 120_000)

/** Starts a process and then sets its clock; proves that it is set. */
async function setLater(n: number, ms: number) {
  const said = join(server.root, `clock-${n}`)
  await server.start(n, { NODE_OPTIONS: PRELOAD, CLOCK_STEP_MS: String(ms), CLOCK_SAID: said })
  server.processes[n]!.child.kill('SIGUSR2')
  const off = async () => Date.parse(await readFile(said, 'utf8').catch(() => '')) - Date.now() - ms
  await until(async () => Math.abs(await off()) < 60_000)
}

/** What one process does while all others stand still. */
async function alone(n: number, work: () => Promise<void>) {
  const others = server.processes.filter((_, i) => i !== n)
  for (const { child } of others) child.kill('SIGSTOP')
  try {
    await work()
  } finally {
    for (const { child } of others) child.kill('SIGCONT')
  }
}

/** Has a job run, and waits for the end of a round that began after this. */
async function runJob(kind: string) {
  const { rows } = await pool.query<{ at: Date }>(
    `update job set due_at = clock_timestamp() where kind = $1 and item = '' returning due_at as at`,
    [kind],
  )
  await until(async () => {
    const found = await pool.query(
      `select from job where kind = $1 and item = '' and done_at > $2 and holder is null and due_at > clock_timestamp()`,
      [kind, rows[0]!.at],
    )
    return found.rowCount === 1
  })
}

const statuses = async (ids: readonly string[]) =>
  (
    await pool.query<{ status: string }>(
      'select a.status from unnest($1::uuid[]) with ordinality its (id, n) join appointment a using (id) order by n',
      [ids],
    )
  ).rows.map(({ status }) => status)

const at = (n: number, path: string) => `${server.processes[n]!.base}${path}`

/** By no one’s hand, so that it is no use of the session. */
const pull = async (n: number, token: string) =>
  (await fetch(at(n, '/api/sync'), { headers: { authorization: token, [UNATTENDED_HEADER]: '1' } })).status

const send = (n: number, path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(at(n, path), {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })

const begin = async (n: number) => ((await (await fetch(at(n, '/api/session'))).json()) as { session: string }).session

const tryPassword = async (n: number, username: string, password: string, session?: string) =>
  send(n, '/api/auth/admin', { session: session ?? (await begin(n)), username, password })

const signIn = async () =>
  ((await (await tryPassword(RIGHT, world.people.deskKuzey.username, PASSWORD)).json()) as { token: string }).token

async function until(isSo: () => Promise<boolean>) {
  for (const deadline = Date.now() + 80_000; !(await isSo()); await sleep(100))
    if (Date.now() > deadline) throw new Error('waited 80 s in vain')
}
