import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNLOCK_HEADER } from '../../contract/kernel/constants.ts'
import { hashOf, newSecret } from '../../server/identity/secret.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * TRUST D18: a token that was copied while a device was open is worthless once the device is locked. The browser's half
 * is in journeys/lock.
 */
let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const lock = (client: Client, secret: string, leave = false) =>
  server.nobody().call('session.lock', { token: hashOf(client.token!), lock: hashOf(secret), ...(leave && { leave }) })
const read = (client: Client, unlock?: string) =>
  client.request('GET', '/api/auth/type', undefined, unlock === undefined ? {} : { [UNLOCK_HEADER]: unlock })
const statusOf = async (client: Client, unlock?: string) => (await read(client, unlock)).status

test('a copied token opens nothing while its device is locked, on REST, pull and batch, and its sockets are closed', async () => {
  const [desk, secret] = [await server.signIn('deskKuzey'), newSecret()]
  expect(await statusOf(desk)).toBe(200)
  const before = server.closed.length
  expect((await lock(desk, secret)).body).toEqual({ status: true })
  expect(server.closed.length).toBe(before + 1)
  for (const [method, url, body] of [
    ['GET', '/api/auth'],
    ['GET', '/api/sync'],
    ['GET', '/api/profile/data'],
    ['POST', '/api/batch', { calls: [] }],
  ] as const)
    expect([url, (await desk.request(method, url, body)).status]).toEqual([url, 401])
  for (const guess of ['', ',', secret.toLowerCase(), hashOf(secret), randomBytes(32).toString('base64url')])
    expect(await statusOf(desk, guess)).toBe(401)
  expect(await statusOf(desk, `${newSecret()},${secret}`)).toBe(200)
  expect(await statusOf(desk)).toBe(200)
})

test('a locked device cannot be locked again with its token: the first secret stays', async () => {
  const [desk, own, thief] = [await server.signIn('deskKuzey'), newSecret(), newSecret()]
  await lock(desk, own)
  expect((await lock(desk, thief)).body).toEqual({ status: true })
  expect([await statusOf(desk, thief), await statusOf(desk, own)]).toEqual([401, 200])
})

test('locking does not reveal who exists, and a token in place of its hash locks nothing', async () => {
  const desk = await server.signIn('deskKuzey')
  const answers = [
    await server.nobody().call('session.lock', { token: newSecret(), lock: newSecret() }),
    await server.nobody().call('session.lock', { token: desk.token!, lock: newSecret() }),
  ]
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { status: true }])
  expect(await statusOf(desk)).toBe(200)
})

test('signing in as someone else ends the locked session: its secret no longer opens anything', async () => {
  const [desk, secret] = [await server.signIn('deskKuzey'), newSecret()]
  await lock(desk, secret, true)
  expect([await statusOf(desk), await statusOf(desk, secret)]).toEqual([401, 401])
})

test('more secrets than a device can have collected are not checked', async () => {
  const [desk, secret] = [await server.signIn('deskKuzey'), newSecret()]
  await lock(desk, secret)
  expect(await statusOf(desk, [...Array.from({ length: 16 }, newSecret), secret].join(','))).toBe(401)
})
