import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { pushDevice, pushService, readVapid } from '../../../tests/support/push-service.ts'
import { startServer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { remindOnline } from '../../jobs/remind-online.ts'
import { sendPushes } from '../../jobs/send-pushes.ts'
import { note } from '../notification/note.ts'
import { readPushKeys } from '../../ports/push/keys.ts'

let server: TestServer
let pushHosts: Set<string>
let service: Awaited<ReturnType<typeof pushService>>
let doctor: Client
beforeAll(async () => {
  service = await pushService()
  pushHosts = new Set(['push.test.example', service.url, 'http://127.0.0.1:9'])
  server = await startServer({ pushHosts })
  doctor = await server.signIn('doctorKuzey')
})
afterAll(async () => {
  await service.close()
  await server.stop()
})
beforeEach(async () => {
  await server.pool.query('delete from push_subscription')
  await server.pool.query(`update person set muted = '{}' where muted <> '{}'`)
  service.pushed.length = 0
})

const doctorId = () => server.world.people.doctorKuzey.id
const ring = (userId = doctorId(), args = ['Ayşe Canary', '10:00']) =>
  note(server.pool, { userId, kind: 'appointment_booked', args }, server.clock.now)
async function subscribe(client: Client, endpoint = `${service.url}/${newId()}`) {
  const device = pushDevice()
  const answer = await client.call('push.subscribe', { endpoint, ...device.keys })
  return { ...device, endpoint, status: answer.status }
}
const subscriptions = async () => (await server.pool.query('select from push_subscription')).rowCount
const messages = async () =>
  (await server.pool.query('select state, failure, tries from push_message order by made_at, id')).rows
async function onlineVisit(minutes: number) {
  const { people, clinics, visit } = server.world
  const start = new Date(server.clock.now + minutes * 60_000).toISOString()
  await server.pool.query(`update appointment set status = 'cancelled' where doctor_id = $1 and status = 'waiting'`, [
    doctorId(),
  ])
  const id = await visit(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, start)
  await server.pool.query(`update appointment set type = 'online' where id = $1`, [id])
  return id
}

describe('push (SPEC §1 "real-time", rules 62, 66, TRUST D14)', () => {
  test('a notification reaches the device encrypted for it alone: no name, no reason, only where it leads', async () => {
    const device = await subscribe(doctor)
    const other = pushDevice()
    await ring()
    expect(await sendPushes(server.deps)).toBe(1)
    const [pushed] = service.pushed
    expect(JSON.parse(device.open(pushed!.body))).toEqual({ event: 'appointment', url: '/notify' })
    expect(() => other.open(pushed!.body)).toThrow('authenticate')
    expect(pushed!.body.toString('latin1')).not.toContain('Canary')
    expect(pushed!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
    const { key } = (await doctor.call('push.key', {})).body
    expect(readVapid(String(pushed!.headers['authorization']))).toMatchObject({ aud: service.url, key })
    expect(await messages()).toEqual([{ state: 'sent', failure: null, tries: 1 }])
    expect(await sendPushes(server.deps)).toBe(0)
  })

  test('a transaction that is rolled back queues no push', async () => {
    await subscribe(doctor)
    const client = await server.pool.connect()
    await client.query('begin')
    await note(client, { userId: doctorId(), kind: 'appointment_booked', args: [] }, server.clock.now)
    await client.query('rollback')
    client.release()
    expect(await sendPushes(server.deps)).toBe(0)
  })

  test('preferences: with the bell off it is listed as read, with push off nothing is sent; each works separately', async () => {
    await subscribe(doctor)
    const set = (muted: ('appointment:bell' | 'appointment:push' | 'payment:push')[]) =>
      doctor.call('profile.update', { id: doctorId(), muted })
    const isRead = async (id: string) =>
      (await server.pool.query('select read from notification where id = $1', [id])).rows[0].read
    await set(['appointment:bell'])
    expect(await isRead(await ring())).toBe(true)
    expect(await sendPushes(server.deps)).toBe(1)
    await set(['appointment:push', 'payment:push'])
    expect(await isRead(await ring())).toBe(false)
    expect(await sendPushes(server.deps)).toBe(0)
  })

  test('a device’s subscription ends with its session, and when another person uses it', async () => {
    const first = await server.signIn('doctorKuzey')
    const { endpoint } = await subscribe(first)
    await subscribe(await server.as('deskKuzey'), endpoint)
    await ring()
    expect(await sendPushes(server.deps)).toBe(0)
    const second = await server.signIn('doctorKuzey')
    await subscribe(second)
    expect(await subscriptions()).toBe(2)
    await second.call('session.end', {})
    expect(await subscriptions()).toBe(1)
  })

  test('a test is sent at once, and only to one’s own device', async () => {
    const device = await subscribe(doctor)
    expect((await doctor.call('push.test', { endpoint: device.endpoint })).status).toBe(200)
    expect(JSON.parse(device.open(service.pushed[0]!.body))).toEqual({
      event: 'test',
      url: '/profile?tab=notifications',
    })
    const theirs = await (await server.as('patientKuzey')).call('push.test', { endpoint: device.endpoint })
    expect([theirs.status, theirs.body['refused']]).toEqual([404, 'push_not_found'])
  })

  test('the key pair is created once, and the private key is not readable in the database', async () => {
    const [keys, again] = await Promise.all([readPushKeys(server.deps), readPushKeys(server.deps)])
    expect(again).toEqual(keys)
    const { rows } = await server.pool.query('select sealed from push_key')
    expect(rows).toHaveLength(1)
    expect(rows[0].sealed).not.toContain(keys.privateKey)
  })
})

describe('rule 63: ten minutes before an online visit', () => {
  test('doctor and patient are notified once; no one is about a visit that is later, in person, or was cancelled', async () => {
    const device = await subscribe(doctor)
    const patient = await subscribe(await server.as('patientKuzey'))
    await onlineVisit(11)
    expect(await remindOnline(server.deps)).toBe(0)
    const id = await onlineVisit(10)
    await remindOnline(server.deps)
    await remindOnline(server.deps)
    expect(await sendPushes(server.deps)).toBe(2)
    const opened = service.pushed.map(({ path, body }) =>
      JSON.parse((device.endpoint.endsWith(path) ? device : patient).open(body)),
    )
    expect(opened).toEqual(Array.from({ length: 2 }, () => ({ event: 'visit_soon', url: `/appointment/${id}` })))
    expect(service.pushed.map(({ headers }) => headers['urgency'])).toEqual(['high', 'high'])
    const moot = await onlineVisit(9)
    await remindOnline(server.deps)
    await server.pool.query(`update appointment set status = 'cancelled' where id = $1`, [moot])
    expect(await sendPushes(server.deps)).toBe(0)
  })
})

describe('R50: the push service is not trusted', () => {
  test.each([
    'https://127.0.0.2/x',
    'https://169.254.169.254/latest',
    'https://[::1]/x',
    'https://10.0.0.7/x',
    'http://push.test.example/x',
    'https://push.test.example:8443/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilpush.test.example/x',
    // an allowed host that resolves to no public address
    'https://push.test.example/x',
  ])('%s is refused when subscribing', async (endpoint) => {
    expect((await subscribe(doctor, endpoint)).status).toBe(409)
    expect(await subscriptions()).toBe(0)
  })

  test.each(['https://user:word@push.test.example/x', 'ftp://push.test.example/x', 'not an address'])(
    '%s is not a valid address',
    async (endpoint) => expect((await subscribe(doctor, endpoint)).status).toBe(400),
  )

  test('an address that has become private is not contacted, and its device is removed', async () => {
    const canary = createServer((_, response) => void response.end()).listen(0, '127.0.0.1')
    await once(canary, 'listening')
    let dialled = 0
    canary.on('connection', () => dialled++)
    const origin = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`
    pushHosts.add(origin)
    expect((await subscribe(doctor, `${origin}/x`)).status).toBe(200)
    pushHosts.delete(origin)
    await ring()
    expect(await sendPushes(server.deps)).toBe(1)
    expect([dialled, await subscriptions()]).toEqual([0, 0])
    canary.close()
  })

  test('a redirect is not followed; a gone device is removed; a failing service is retried with growing delays', async () => {
    const canary = await pushService()
    await subscribe(doctor)
    service.answers.push({ status: 302, headers: { location: `${canary.url}/x` } })
    await ring()
    await sendPushes(server.deps)
    expect([canary.pushed.length, await messages()]).toEqual([0, [{ state: 'dead', failure: 'refused', tries: 1 }]])
    service.answers.push({ status: 503 }, { status: 429 })
    // so that the next message is the newer one by its time too
    server.clock.now += 1000
    await ring()
    for (const tries of [1, 2]) {
      expect(await sendPushes(server.deps)).toBe(1)
      expect((await messages()).at(-1)).toEqual({ state: 'queued', failure: 'refused', tries })
      expect(await sendPushes(server.deps)).toBe(0)
      server.clock.now += 130_000
    }
    expect(await sendPushes(server.deps)).toBe(1)
    expect((await messages()).at(-1)).toMatchObject({ state: 'sent' })
    service.answers.push({ status: 410 })
    await ring()
    await sendPushes(server.deps)
    expect(await subscriptions()).toBe(0)
    await canary.close()
  })

  test('a service that does not answer holds up nothing, and an old push is not sent', async () => {
    await subscribe(doctor, 'http://127.0.0.1:9/x')
    await ring()
    await sendPushes(server.deps)
    expect(await messages()).toEqual([{ state: 'queued', failure: 'unreachable', tries: 1 }])
    server.clock.now += 25 * 3_600_000
    expect(await sendPushes(server.deps)).toBe(0)
    expect(await messages()).toEqual([{ state: 'dead', failure: 'expired', tries: 1 }])
  })
})
