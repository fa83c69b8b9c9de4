import { afterAll, beforeAll, expect, test } from 'vitest'
import { JOB_NAMES, JOBS } from '../../contract/job/job.rules.ts'
import { UNMUTED } from '../../contract/notification/notification.rules.ts'
import { note } from '../../server/areas/notification/note.ts'
import { asServer } from '../../server/db/owner.ts'
import { asPerson, type Visibility } from '../../server/db/transaction.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/** A hostile superadmin switches off the jobs that would detect them, and then does what they detect. */
let server: TestServer
let boss: Client
beforeAll(async () => {
  server = await startServer()
  boss = await server.as('superadmin')
  await server.pool.query(
    `insert into job (kind, due_at, every_s) select kind, clock_timestamp() + interval '60 s', 60 from unnest($1::text[]) kind`,
    [JOB_NAMES],
  )
  await server.pool.query(
    `insert into job (kind, item, due_at, failure, failed_at) values ('tellDay', 'a row', clock_timestamp(), '22012', now())`,
  )
})
afterAll(() => server.stop())

const GUARDS = JOB_NAMES.filter((name) => JOBS[name].isGuard)
const pausedNow = async () =>
  (await server.pool.query<{ kind: string }>('select kind from job where paused_at is not null')).rows.map(
    ({ kind }) => kind,
  )

test('no guard can be paused, and the refusal has a code; other jobs still can', async () => {
  expect(GUARDS).toEqual(['checkMoney', 'guardAudit', 'tendBackups', 'cleanUp', 'cleanUpFiles', 'forgetOld'])
  for (const name of GUARDS) {
    const { status, body } = await boss.call('job.pause', { name })
    expect([name, status, body['refused']]).toEqual([name, 409, 'job_is_guard'])
  }
  expect(await pausedNow()).toEqual([])
  expect((await boss.call('job.pause', { name: 'tellDay' })).status).toBe(200)
  expect(await pausedNow()).toEqual(['tellDay'])
  await boss.call('job.resume', { name: 'tellDay' })
})

test('the database refuses it with the same code, whoever writes it', async () => {
  const said: Record<string, string> = {}
  for (const name of JOB_NAMES)
    await server.deps.pool
      .query(`update job set paused_at = now() where kind = $1 and item = ''`, [name])
      .catch(({ constraint }: { constraint: string }) => (said[name] = constraint))
  expect(said).toEqual(Object.fromEntries(GUARDS.map((name) => [name, 'job_guard_goes_on'])))
  await server.pool.query('update job set paused_at = null')
})

test('no write that a request may make to jobs postpones a round or gives up a row', async () => {
  const sight: Visibility = {
    id: server.world.people.superadmin.id,
    type: 'admin',
    keys: ['all', 'admin'],
    superadmin: true,
  }
  const asBoss = (sql: string) => asPerson(server.deps.requests, sight, (db) => db.query(sql))
  for (const sql of [
    `update job set due_at = now() + interval '100 years' where kind = 'guardAudit'`,
    `update job set due_at = 'infinity' where kind = 'guardAudit'`,
    `update job set tries = 1000 where kind = 'guardAudit'`,
    `update job set dead_at = now() where item <> ''`,
  ])
    await expect(asBoss(sql)).rejects.toMatchObject({ constraint: 'job_by_people' })
  expect((await asBoss(`update job set due_at = clock_timestamp() where kind = 'guardAudit'`)).rowCount).toBe(1)
})

test('an admin who has silenced everything is still told of a broken audit log', async () => {
  const { id } = server.world.people.superadmin
  await server.pool.query(`update person set muted = '{practice:bell,practice:push}' where id = $1`, [id])
  await server.pool.query('delete from notification where user_id = $1', [id])
  await asServer(server.deps.pool, async (db) => {
    for (const kind of [...UNMUTED, 'doctor_joined'] as const)
      await note(db, { userId: id, kind, args: ['1', '#2'] }, server.clock.now)
  })
  const { rows } = await server.pool.query<{ kind: string; read: boolean }>(
    'select kind, read from notification where user_id = $1 order by kind',
    [id],
  )
  expect(rows.filter(({ read }) => !read).map(({ kind }) => kind)).toEqual([...UNMUTED].toSorted())
  expect(rows.filter(({ read }) => read).map(({ kind }) => kind)).toEqual(['doctor_joined'])
})
