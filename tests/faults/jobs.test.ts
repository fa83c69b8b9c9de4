// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Job } from '../../contract/job/job.ts'
import { JOB_NAMES, type JobName } from '../../contract/job/job.rules.ts'
import { expirePayments } from '../../server/jobs/expire-payments.ts'
import { forgetOld } from '../../server/jobs/forget-old.ts'
import { remindToClose } from '../../server/jobs/remind-to-close.ts'
import { runJobs, type Work } from '../../server/jobs/run-jobs.ts'
import { openDevice } from '../support/device.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/** Issue 29.8: scheduled jobs, in one table, for any number of processes (decision 0102). */
let server: TestServer
let boss: Client
/** Failures of background work. */
const failed: unknown[] = []
beforeAll(async () => {
  server = await startServer()
  Object.assign(server.deps, { log: { error: (line: object) => void failed.push(line) } })
  boss = await server.signIn('superadmin')
})
afterAll(() => server.stop())
beforeEach(() => void failed.splice(0))

const nothing = Object.fromEntries(JOB_NAMES.map((name) => [name, () => undefined])) as unknown as Work // it has the same names
/** The scheduler as a process runs it. */
const start = (work: Partial<Record<JobName, () => unknown>>, databaseIsUp = () => true) =>
  runJobs({ ...server.deps, databaseIsUp, count: () => undefined }, { ...nothing, ...work })
const due = (name: JobName) =>
  server.pool.query(`update job set due_at = clock_timestamp() where kind = $1 and item = ''`, [name])
const listed = async (name: JobName) => {
  const { status, body } = await boss.call('job.list', {})
  expect(status).toBe(200)
  return (body['jobs'] as Job[]).find((each) => each.name === name)!
}
async function until(so: () => boolean | Promise<boolean>, ms = 15_000) {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) if (await so()) return
  throw new Error('it did not come about')
}

test('three processes: a round runs in one process at a time, and never before it is due', async () => {
  let now = 0
  let most = 0
  let rounds = 0
  const tellDay = async () => {
    most = Math.max(most, ++now)
    await sleep(300)
    now--
    rounds++
  }
  const processes = [start({ tellDay }), start({ tellDay }), start({ tellDay })]
  await until(async () => (await server.pool.query('select from job')).rowCount === JOB_NAMES.length)
  expect(rounds).toBe(0)
  for (let n = 1; n <= 3; n++) {
    await due('tellDay')
    await until(() => rounds === n)
  }
  await sleep(1000)
  expect([rounds, most]).toEqual([3, 1])
  const job = await listed('tellDay')
  expect(job).toMatchObject({ isRunning: false, tries: 0, failure: null, everySeconds: 60 })
  expect(Date.parse(job.dueAt)).toBeGreaterThan(Date.now() + 30_000)
  await Promise.all(processes.map((each) => each.stop()))
}, 60_000)

test('a silent process loses its round to another; one that continues keeps it', async () => {
  const gone = start({ tellDay: () => new Promise(() => {}) })
  await due('tellDay')
  await until(async () => (await listed('tellDay')).isRunning)
  let rounds = 0
  const other = start({ tellDay: () => void rounds++ })
  await due('tellDay')
  await sleep(7000)
  expect(rounds).toBe(0)
  // the lease as it is a minute after its last renewal
  await server.pool.query(`update job set leased_until = clock_timestamp() where kind = 'tellDay' and item = ''`)
  await until(() => rounds === 1)
  void gone.stop()
  await other.stop()
}, 60_000)

test('a failing round logs its fault and is retried later; paused, none begins; run now, it does', async () => {
  let rounds = 0
  let isBroken = true
  const process = start({
    remindOnline: () => {
      rounds++
      if (isBroken) throw Object.assign(new Error('Ayşe Yılmaz'), { code: '23514' })
    },
  })
  await until(async () => (await server.pool.query('select from job')).rowCount !== 0)
  await due('remindOnline')
  await until(async () => (await listed('remindOnline')).tries === 1)
  const job = await listed('remindOnline')
  expect(job).toMatchObject({ failure: '23514', doneAt: null })
  expect(Date.parse(job.dueAt)).toBeGreaterThan(Date.now() + 50_000)
  expect(failed).toHaveLength(1)

  expect((await boss.call('job.pause', { name: 'remindOnline' })).status).toBe(200)
  isBroken = false
  await due('remindOnline')
  await sleep(7000)
  expect(rounds).toBe(1)
  await boss.call('job.resume', { name: 'remindOnline' })
  await boss.call('job.retry', { name: 'remindOnline' })
  await until(() => rounds === 2)
  await until(async () => (await listed('remindOnline')).tries === 0)
  const { rows } = await server.pool.query<{ action: string }>(
    `select action from audit where action like 'job.%' order by seq`,
  )
  expect(rows.map(({ action }) => action)).toEqual(['job.pause', 'job.resume', 'job.retry'])
  await process.stop()
}, 60_000)

test('a round requested while one runs follows it at once', async () => {
  let rounds = 0
  let end = () => {}
  const process = start({
    tellDay: () => {
      rounds++
      return new Promise<void>((resolve) => (end = resolve))
    },
  })
  await due('tellDay')
  await until(() => rounds === 1)
  expect((await boss.call('job.retry', { name: 'tellDay' })).status).toBe(200)
  end()
  await until(() => rounds === 2)
  end()
  await until(async () => !(await listed('tellDay')).isRunning)
  expect(Date.parse((await listed('tellDay')).dueAt)).toBeGreaterThan(Date.now())
  await process.stop()
}, 60_000)

test('a failing row blocks no other, is delayed, is given up, and is retried on request', async () => {
  const { world, pool, deps, clock } = server
  const visits: string[] = []
  for (let n = 0; n < 3; n++)
    visits.push(
      await world.visit(
        world.people.doctorKuzey.id,
        world.people.patientKuzey.id,
        world.clinics.kuzey,
        world.slot(20 + n, 9),
      ),
    )
  await pool.query(
    `insert into payment (id, appointment_id, patient_id, doctor_id, clinic_id, type, amount, currency, pay_by)
     select gen_random_uuid(), id, patient_id, doctor_id, clinic_id, 'credit_card', 10000, 'try', $2 from appointment where id = any ($1)`,
    [visits, new Date(clock.now - 60_000)],
  )
  await pool.query(`create function poison() returns trigger language plpgsql as $$ begin
      if new.id = '${visits[0]}' then raise 'Ayşe Yılmaz' using errcode = '22012'; end if; return new; end $$`)
  await pool.query('create trigger poison before update on appointment for each row execute function poison()')
  const open = async () =>
    (
      await pool.query<{ id: string }>(`select id from appointment where id = any ($1) and status = 'waiting'`, [
        visits,
      ])
    ).rows.map(({ id }) => id)

  expect(await expirePayments(deps)).toBe(3)
  expect(await open()).toEqual([visits[0]])
  expect(await expirePayments(deps)).toBe(0)
  expect((await listed('expirePayments')).faults).toMatchObject([{ failure: '22012', waiting: 1, dead: 0 }])
  for (let n = 0; n < 7; n++) {
    await pool.query(`update job set due_at = clock_timestamp() where kind = 'expirePayments' and item <> ''`)
    await expirePayments(deps)
  }
  expect((await listed('expirePayments')).faults).toMatchObject([{ failure: '22012', waiting: 0, dead: 1 }])
  await pool.query(`update job set due_at = clock_timestamp() where kind = 'expirePayments' and item <> ''`)
  expect(await expirePayments(deps)).toBe(0)

  await pool.query('drop trigger poison on appointment')
  const { body } = await boss.call('job.retry', { name: 'expirePayments' })
  expect(JSON.stringify(body)).not.toContain('Ayşe')
  expect(await expirePayments(deps)).toBe(1)
  expect(await open()).toEqual([])
  expect((await listed('expirePayments')).faults).toEqual([])
  // the message names no record: it would name a payment of a private clinic (rule 47)
  for (const id of visits) expect(JSON.stringify(body)).not.toContain(id)
})

test('two simultaneous rounds of one job remind each doctor once (78 for 39 before)', async () => {
  const { world, pool, deps, clock } = server
  await pool.query(`delete from notification where kind = 'visits_to_close'`)
  for (const doctor of [world.people.doctorKuzey.id, world.people.doctorBoth.id])
    await world.visit(
      doctor,
      world.people.patientKuzey.id,
      world.clinics.kuzey,
      new Date(clock.now - 30 * 3_600_000).toISOString(),
    )
  await Promise.all(Array.from({ length: 4 }, () => remindToClose(deps)))
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from notification where kind = 'visits_to_close' group by user_id`,
  )
  expect(rows.map(({ n }) => n)).toEqual([1, 1])
  expect(failed).toEqual([])
})

test('removals leave the feed in time: a device that has not seen them starts over, one that has continues', async () => {
  const { world, pool, deps } = server
  const desk = await server.signIn('deskKuzey', 'kuzey.localhost')
  const away = openDevice(server, desk, world.people.deskKuzey)
  const visit = await world.visit(
    world.people.doctorKuzey.id,
    world.people.patientKuzey.id,
    world.clinics.kuzey,
    world.slot(3, 9),
  )
  await away.pull()
  expect(await away.row('appointment', visit)).toBeDefined()
  const before = await standing(desk)
  await pool.query('delete from appointment where id = $1', [visit])
  // other transactions in the same cluster hold the horizon back, and a device's cursor with it
  const isPast = () =>
    pool.query<{ past: boolean }>(
      `select bool_and(xid < pg_snapshot_xmin(pg_current_snapshot())) as past from feed where op = 'remove'`,
    )
  await expect.poll(async () => (await isPast()).rows[0]!.past, { timeout: 30_000 }).toBe(true)
  const after = await standing(desk, before)
  await pool.query(`update feed set at = now() - interval '401 days' where op = 'remove'`)
  await forgetOld(deps)
  expect((await pool.query(`select from feed where op = 'remove'`)).rowCount).toBe(0)

  expect((await pageAt(desk, after))['reset']).toBeUndefined()
  expect((await pageAt(desk, before))['reset']).toBe(true)
  await away.pull()
  expect(await away.row('appointment', visit)).toBeUndefined()
})

test('bucket sets that no device names are deleted; a device that presents one is filled again', async () => {
  const { pool, deps } = server
  const desk = await server.signIn('deskKuzey', 'kuzey.localhost')
  const sets = async () => (await pool.query('select from bucket_set')).rowCount
  const cursor = await standing(desk)
  await pool.query(`insert into bucket_set (hash, buckets) values ('another', '{all}')`)
  const before = await sets()
  expect(before).toBeGreaterThan(1)
  await forgetOld(deps)
  expect(await sets()).toBe(before)
  await pool.query(`update bucket_set set used_at = now() - interval '401 days'`)
  // a returning device names its set, which is in use again
  expect((await pageAt(desk, cursor))['reset']).toBeUndefined()
  await forgetOld(deps)
  expect(await sets()).toBe(1)
  // the cursor of a device that was away for as long
  const held = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as object
  const forgotten = Buffer.from(JSON.stringify({ ...held, set: 'another' })).toString('base64url')
  expect((await pageAt(desk, forgotten))['reset']).toBe(true)
})

const pageAt = async (client: Client, cursor: string | null) =>
  (await client.request('GET', `/api/sync${cursor ? `?cursor=${cursor}` : ''}`)).body
/** The cursor of a device that has fetched everything since another cursor. */
async function standing(client: Client, from: string | null = null): Promise<string> {
  const page = await pageAt(client, from)
  return page['more'] === true ? standing(client, String(page['cursor'])) : String(page['cursor'])
}
