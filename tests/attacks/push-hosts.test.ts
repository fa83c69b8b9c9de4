import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendPushes } from '../../server/jobs/send-pushes.ts'
import { note } from '../../server/areas/notification/note.ts'
import { pushDevice } from '../support/push-service.ts'
import { startServer, type TestServer } from '../support/server.ts'

/**
 * The private hosts that an operator allows for mail and SMS are not push services: otherwise a patient could make the
 * server connect to any of their ports.
 */
let server: TestServer
let inside: ReturnType<typeof createServer>
let dialled = 0
beforeAll(async () => {
  server = await startServer({
    privateHosts: new Set(['127.0.0.1', 'localhost', 'mail.clinic.lan']),
    pushHosts: new Set(['push.test.example', 'http://127.0.0.1:9']),
  })
  inside = createServer((_, response) => void response.writeHead(201).end()).listen(0, '127.0.0.1')
  inside.on('connection', () => dialled++)
  await once(inside, 'listening')
})
afterAll(async () => {
  inside.close()
  await server.stop()
})
const port = () => (inside.address() as AddressInfo).port // it listens on a port

test('no port of such a host can be subscribed to, by http or https, by name or number', async () => {
  const patient = await server.as('patientKuzey')
  const tried = [
    'http://127.0.0.1',
    'https://127.0.0.1',
    'http://localhost',
    'https://mail.clinic.lan',
    'http://2130706433',
    'http://[::ffff:127.0.0.1]',
  ]
  for (const origin of tried)
    for (const its of [port(), 25, 443])
      expect([
        origin,
        its,
        (await patient.call('push.subscribe', { endpoint: `${origin}:${its}/x`, ...pushDevice().keys })).status,
      ]).toEqual([origin, its, 409])
})

test('one stored earlier is not contacted and is removed; the origin allowed by the operator is contacted, at that port only', async () => {
  const { people } = server.world
  const patient = await server.as('patientKuzey')
  expect(
    (await patient.call('push.subscribe', { endpoint: 'http://127.0.0.1:9/x', ...pushDevice().keys })).status,
  ).toBe(200)
  await server.pool.query('update push_subscription set endpoint = $1', [`http://127.0.0.1:${port()}/x`])
  await note(server.pool, { userId: people.patientKuzey.id, kind: 'patient_linked', args: ['x'] }, server.clock.now)
  expect(await sendPushes(server.deps)).toBe(1)
  expect([dialled, (await server.pool.query('select from push_subscription')).rowCount]).toEqual([0, 0])
})
