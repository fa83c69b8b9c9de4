import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { startOutgoing } from '../../server/jobs/outgoing.ts'
import { startServer, type TestServer } from '../support/server.ts'

/**
 * An account letter that cannot be written, a message that cannot be filled in, a broken template: everything else is
 * still sent.
 */
let server: TestServer
const failures: unknown[] = []
beforeAll(async () => {
  server = await startServer({ log: { error: (line: unknown) => void failures.push(line) } })
})
afterAll(() => server.stop())

async function round() {
  const outgoing = startOutgoing(server.deps)
  outgoing.soon()
  await sleep(600)
  await outgoing.stop()
}
const request = (username: unknown, asked: number) =>
  server.pool.query(
    `insert into account_request (id, kind, type, lang, data, asked_at, expires_at) values ($1, 'forget', 'patient', 'en', $2, $3, now() + interval '1 day')`,
    [newId(), JSON.stringify({ username }), new Date(asked)],
  )
const message = (template: string, args: unknown) =>
  server.pool.query(
    `insert into message (id, channel, recipient, lang, template, args, next_try_at, made_at) values ($1, 'mail', 'x@other.example', 'en', $2, $3, to_timestamp(0), now())`,
    [newId(), template, JSON.stringify(args)],
  )
const states = async () =>
  (
    await server.pool.query<{ template: string; state: string; failure: string | null }>(
      'select template, state, failure from message order by template, state',
    )
  ).rows

test('with one broken request, one broken message and one broken template, all others are sent', async () => {
  const { pool, clock, world } = server
  const { email } = (
    await pool.query<{ email: string }>('select email from person where id = $1', [world.people.patientKuzey.id])
  ).rows[0]!
  await request({ not: 'a name' }, clock.now - 2000)
  await request(email, clock.now - 1000)
  await message('visit_cancelled', null)
  await message('visit_reminder', { when: '10:00', link: 'https://x.example' })
  await pool.query(`update email set en = '{"subject": 7}' where template = 'payment_link'`)

  await round()
  expect(failures.length).toBeGreaterThanOrEqual(2)
  expect(await states()).toEqual([
    { template: 'password_reset', state: 'sent', failure: null },
    { template: 'visit_cancelled', state: 'queued', failure: 'broken' },
    { template: 'visit_reminder', state: 'sent', failure: null },
  ])

  // the broken ones are retried after longer and longer pauses, and are given up in the end
  for (let tries = 0; tries < 9; tries++) {
    clock.now += 6 * 3_600_000
    await round()
  }
  expect(await states()).toContainEqual({ template: 'visit_cancelled', state: 'dead', failure: 'broken' })
  const { rows } = await pool.query(
    'select settled_at is not null as settled, tries, failed_at is not null as failed, data from account_request order by asked_at',
  )
  expect(rows).toEqual([
    { settled: true, tries: 5, failed: true, data: expect.anything() },
    { settled: true, tries: 0, failed: false, data: {} },
  ])
})
