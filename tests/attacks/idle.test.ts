import { afterAll, beforeAll, expect, test } from 'vitest'
import { callNames, rowOf } from '../../contract/calls.ts'
import { UNATTENDED_HEADER } from '../../contract/kernel/constants.ts'
import { newId } from '../../contract/kernel/id.ts'
import { spread } from '../../contract/kernel/wire.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * TRUST D2: only what a person does keeps a session alive. An attacker at an abandoned desk finds it ended, however
 * much the device did by itself.
 */
let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const MINUTE = 60_000
/**
 * Makes a request every five minutes for longer than an administrator's session may be idle; returns the status of the
 * last reply.
 */
async function everyFiveMinutes(client: Client, ask: (client: Client, minute: number) => Promise<{ status: number }>) {
  let status = 0
  for (let minute = 0; minute < 40; minute += 5) {
    server.clock.now += 5 * MINUTE
    ;({ status } = await ask(client, minute))
  }
  return status
}
const batchMadeAt = (madeAt: number) => ({
  calls: [
    {
      call: 'notification.read',
      key: newId(),
      base: null,
      madeAt: new Date(madeAt).toISOString(),
      input: { id: newId() },
    },
  ],
})

const background = callNames.filter((name) => rowOf(name).background)
test('the contract lists the calls that devices make by themselves', () => expect(background).toContain('session.user'))

test.each(background)('%s does not keep a session alive', async (name) => {
  const admin = await server.signIn('admin')
  const { method } = rowOf(name)
  const { url, body } = spread(rowOf(name), {})
  const status = await everyFiveMinutes(admin, (client) => client.request(method, url, body))
  // calls that are open to anyone answer without a session too
  expect(status).toBe(rowOf(name).roles === 'anyone' ? 400 : 401)
  expect((await admin.request('GET', '/api/sync')).status).toBe(401)
})

test.each([
  ['a pull', '/api/sync'],
  ['a daily check of sums', '/api/sync?check=1'],
])('%s does not keep a session alive', async (_, url) => {
  expect(await everyFiveMinutes(await server.signIn('superadmin'), (client) => client.request('GET', url))).toBe(401)
})

test('polling by an untouched page does not keep a session alive', async () => {
  const left = (client: Client) => client.request('GET', '/api/auth/type', undefined, { [UNATTENDED_HEADER]: '1' })
  expect(await everyFiveMinutes(await server.signIn('superadmin'), left)).toBe(401)
})

test('changes sent long after they were made count as activity at the time they were made', async () => {
  const admin = await server.signIn('admin')
  const made = server.clock.now
  const send = (client: Client) => client.request('POST', '/api/batch', batchMadeAt(made))
  expect(await everyFiveMinutes(admin, send)).toBe(401)
})

test('an active person stays signed in: by calls, by changes, and by the activity report', async () => {
  const asks: ((client: Client) => Promise<{ status: number }>)[] = [
    (client) => client.call('session.type', {}),
    (client) => client.request('POST', '/api/batch', batchMadeAt(server.clock.now)),
  ]
  for (const ask of asks) expect(await everyFiveMinutes(await server.signIn('admin'), ask)).toBe(200)
})

test('a device’s clock that runs ahead gains no time', async () => {
  const admin = await server.signIn('admin')
  await admin.request('POST', '/api/batch', batchMadeAt(server.clock.now + 6 * 60 * MINUTE))
  server.clock.now += 31 * MINUTE
  expect((await admin.call('session.type', {})).status).toBe(401)
})
