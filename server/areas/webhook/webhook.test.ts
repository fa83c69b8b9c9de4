import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { WEBHOOK_WAITS_S } from '../../../contract/webhook/webhook.rules.ts'
import { sendWebhooks, startWebhooks } from '../../jobs/send-webhooks.ts'
import { startServer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { signed } from './post.ts'

let server: TestServer
let desk: Client
let clinicId: string
let before: number

beforeAll(async () => {
  server = await startServer()
  before = server.clock.now
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  clinicId = server.world.clinics.kuzey
  const { people, slot, visit } = server.world
  for (let n = 0; n < 25; n++) await visit(people.doctorKuzey.id, people.patientKuzey.id, clinicId, slot(1 + n, 0))
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.now = before
  await server.pool.query('delete from webhook')
  await server.pool.query(`delete from notification where kind = 'webhook_off'`)
})

type Came = {
  readonly id: string
  readonly headers: IncomingMessage['headers']
  readonly raw: string
  readonly body: Body
}
type Body = { readonly type: string; readonly timestamp: string; readonly data: Record<string, unknown> }

/** A receiver that answers as `statusFor` says, and keeps what it has taken with 2xx. */
function receive(statusFor: (came: Came, tries: number) => number = () => 204) {
  const taken: Came[] = []
  const tries = new Map<string, number>()
  server.web.say((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString()
      const id = String(request.headers['webhook-id'])
      const came = { id, headers: request.headers, raw, body: JSON.parse(raw) as Body }
      const n = (tries.get(id) ?? 0) + 1
      tries.set(id, n)
      const status = statusFor(came, n)
      if (status >= 200 && status < 300) taken.push(came)
      response.writeHead(status, status === 302 ? { location: 'https://10.1.2.3/' } : {}).end()
    })
  })
  return { taken, tries }
}

async function add(extra: Record<string, unknown> = {}, by = desk) {
  const { status, body } = await by.call('webhook.add', {
    id: newId(),
    url: 'https://hooks.example.org/in?token=abc',
    kinds: ['appointment'],
    active: true,
    ...extra,
  })
  expect({ status, body }).toMatchObject({ status: 200 })
  return { id: (body['webhook'] as { id: string }).id, secret: String(body['secret']) }
}

/** Changes visits of the clinic. */
const touch = (ids: readonly string[]) =>
  server.pool.query(`update appointment set patient_note = coalesce(patient_note, '') || '.' where id = any ($1)`, [
    ids,
  ])
async function visits(most: number): Promise<string[]> {
  const { rows } = await server.pool.query<{ id: string }>(
    'select id from appointment where clinic_id = $1 order by id limit $2',
    [clinicId, most],
  )
  return rows.map(({ id }) => id)
}
const states = async () =>
  (
    await server.pool.query<{ state: string; n: number }>(
      'select state, count(*)::int as n from webhook_delivery group by 1 order by 1',
    )
  ).rows
async function drain() {
  while ((await sendWebhooks(server.deps)) > 0);
}

test('the signature is that of the specification’s own example, and of any two secrets', () => {
  // https://github.com/standard-webhooks/standard-webhooks, libraries' tests
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const headers = signed({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    secrets: [secret],
    now: 1614265330_000,
  })
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  const two = signed({ id: 'a', body: '{}', secrets: [secret, 'whsec_c2Vjb25k'], now: 1_000 })
  expect(two['webhook-signature']!.split(' ')).toEqual([
    expect.stringMatching(/^v1,/),
    `v1,${createHmac('sha256', 'second').update('a.1.{}').digest('base64')}`,
  ])
})

test('an event names its record and nothing of it, and is signed by the secret that was shown once', async () => {
  const { taken } = receive()
  const { id, secret } = await add({ kinds: ['appointment', 'patient', 'payment', 'doctor'] })
  const [visit] = await visits(1)
  await touch([visit!])
  await drain()
  expect(taken).toHaveLength(1)
  const [came] = taken
  vi.useFakeTimers({ now: server.clock.now, toFake: ['Date'] })
  expect(new Webhook(secret).verify(came!.raw, came!.headers as Record<string, string>)).toEqual(came!.body)
  expect(() => new Webhook(secret).verify(`${came!.raw} `, came!.headers as Record<string, string>)).toThrow(
    'signature',
  )
  vi.useRealTimers()
  expect(came!.body.type).toBe('appointment.updated')
  expect(Object.keys(came!.body.data).toSorted()).toEqual(['clinicId', 'id', 'status', 'version'])
  expect(came!.body.data).toMatchObject({ id: visit, clinicId })
  const { body } = await desk.call('webhook.list', {})
  expect(JSON.stringify(body)).not.toContain('whsec_')
  expect(body['webhooks']).toMatchObject([{ id, url: 'https://hooks.example.org/in?token=abc', waiting: 0, dead: 0 }])
  const { rows } = await server.pool.query<{ row: string }>('select w::text as row from webhook w')
  expect(rows[0]!.row).not.toContain('token=abc')
  expect(rows[0]!.row).not.toContain('whsec_')
})

test('after a new secret the old one signs too, for a day', async () => {
  const { taken } = receive()
  const { id, secret } = await add()
  const { body } = await desk.call('webhook.rotate', { id })
  const fresh = String(body['secret'])
  expect(fresh).not.toBe(secret)
  const [visit] = await visits(1)
  await touch([visit!])
  await drain()
  server.clock.now += 25 * 3_600_000
  await touch([visit!])
  await drain()
  server.clock.now -= 25 * 3_600_000
  const signs = (key: string, { id: its, headers, raw }: Came) =>
    String(headers['webhook-signature'])
      .split(' ')
      .includes(new Webhook(key).sign(its, new Date(Number(headers['webhook-timestamp']) * 1000), raw))
  expect(taken.map((came) => [signs(fresh, came), signs(secret, came)])).toEqual([
    [true, true],
    [true, false],
  ])
})

test('1,000 deliveries to a receiver that fails a third: each arrives, in the order of its record', async () => {
  const ids = await visits(25)
  const { id } = await add()
  const rounds = Math.ceil(1000 / ids.length)
  for (let n = 0; n < rounds; n++) await touch(ids)
  const wanted = rounds * ids.length
  expect(wanted).toBeGreaterThanOrEqual(1000)
  let n = 0
  // every third answer is a failure, of several kinds
  const { taken, tries } = receive(() => (++n % 3 === 0 ? ([500, 302, 404, 429] as const)[n % 4]! : 204))
  // two processes, of which one is gone in the middle with what it had claimed
  await server.pool.query(
    `update webhook_delivery set tries = 1, claimed_until = $1
      where id in (select id from webhook_delivery order by seq limit 3)`,
    [new Date(server.clock.now + 30_000)],
  )
  for (let round = 0; round < 2000 && (await states()).some(({ state }) => state === 'waiting'); round++) {
    const sent = await Promise.all([sendWebhooks(server.deps), sendWebhooks(server.deps)])
    if (sent[0] + sent[1] === 0) server.clock.now += 31_000
  }
  expect(await states()).toEqual([{ state: 'delivered', n: wanted }])
  expect(new Set(taken.map((came) => came.id)).size).toBe(wanted)
  expect(taken).toHaveLength(wanted)
  expect([...tries.values()].filter((its) => its > 1).length).toBeGreaterThan(wanted / 5)
  for (const visit of ids) {
    const versions = taken
      .filter(({ body }) => body.data['id'] === visit)
      .map(({ body }) => Number(body.data['version']))
    expect(versions).toHaveLength(rounds)
    expect(versions).toEqual(versions.toSorted((a, b) => a - b))
  }
  const { body } = await desk.call('webhook.list', {})
  expect(body['webhooks']).toMatchObject([{ id, waiting: 0, dead: 0, failingSince: null }])
}, 400_000)

test('what a process had claimed when it was killed is sent by another, and its late answer counts for nothing', async () => {
  const [visit] = await visits(1)
  await add()
  await touch([visit!])
  await touch([visit!])
  await server.pool.query(
    `update webhook_delivery set tries = 1, claimed_until = $1 where seq = (select min(seq) from webhook_delivery)`,
    [new Date(server.clock.now + 30_000)],
  )
  const { taken } = receive()
  // the second waits for the first, and the first for the end of its claim
  expect(await sendWebhooks(server.deps)).toBe(0)
  server.clock.now += 31_000
  await drain()
  expect(taken.map(({ body }) => body.data['version'])).toEqual(
    taken.map(({ body }) => body.data['version']).toSorted((a, b) => Number(a) - Number(b)),
  )
  expect(taken).toHaveLength(2)
})

test('a slow receiver holds up nobody else', async () => {
  const here = await visits(20)
  await add({ url: 'https://slow.example.org/' })
  await add({ url: 'https://fast.example.org/' })
  await touch(here)
  const fast: string[] = []
  let held = 0
  server.web.say((request, response) => {
    request.resume()
    if (request.headers.host === 'slow.example.org') held++
    else {
      fast.push(String(request.headers['webhook-id']))
      response.writeHead(200).end()
    }
  })
  const running = startWebhooks(server.deps)
  running.soon()
  await vi.waitFor(() => expect(fast).toHaveLength(here.length), { timeout: 8000 })
  expect(held).toBe(4)
  // ends the requests that are held
  await running.stop()
}, 30_000)

test('a delivery that fails to the end is dead, later ones of its record go on, and it can be sent again', async () => {
  const [visit] = await visits(1)
  const { id } = await add()
  await touch([visit!])
  await touch([visit!])
  const poison: { id?: string } = {}
  const { taken } = receive((came) => (came.id === (poison.id ??= came.id) ? 500 : 204))
  for (const seconds of WEBHOOK_WAITS_S) {
    expect(await sendWebhooks(server.deps)).toBe(1)
    server.clock.now += seconds * 850
    expect(await sendWebhooks(server.deps)).toBe(0)
    server.clock.now += seconds * 300
  }
  expect(taken).toHaveLength(0)
  await drain()
  expect(taken).toHaveLength(1)
  server.clock.now = before
  expect(await states()).toEqual([
    { state: 'dead', n: 1 },
    { state: 'delivered', n: 1 },
  ])
  const again = receive()
  const list = await desk.call('webhook.deliveries', { id, state: 'dead' })
  expect(list.body['deliveries']).toMatchObject([
    { id: poison.id, tries: 9, lastStatus: 500, failure: 'refused', recordId: visit },
  ])
  expect((await desk.call('webhook.replay', { id })).status).toBe(200)
  await drain()
  expect(again.taken.map((came) => came.id)).toEqual([poison.id])
  expect((await desk.call('webhook.replay', { id, deliveryId: poison.id! })).status).toBe(200)
  await drain()
  expect(again.taken.map((came) => came.id)).toEqual([poison.id, poison.id])
})

test('an endpoint in which nothing has arrived for days is switched off, and its clinic is told once', async () => {
  const here = await visits(2)
  const { id } = await add()
  await touch(here)
  receive(() => 503)
  for (let n = 0; n < 9; n++) {
    await sendWebhooks(server.deps)
    server.clock.now += 30 * 3_600_000
  }
  server.clock.now = before
  const { body } = await desk.call('webhook.list', {})
  expect(body['webhooks']).toMatchObject([{ id, active: false, offAt: expect.any(String), dead: 2 }])
  const { rows } = await server.pool.query<{ args: string[]; n: number }>(
    `select args, count(*)::int as n from notification where kind = 'webhook_off' group by user_id, args`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map((row) => `${row.args.join()} ${row.n}`))).toEqual(new Set(['hooks.example.org 1']))
  // off: nothing more is written down for it
  await touch(here)
  expect(await states()).toEqual([{ state: 'dead', n: 2 }])
  // on again, and what was given up once more
  const { taken } = receive()
  await desk.call('webhook.update', { id, url: 'https://hooks.example.org/in', kinds: ['appointment'], active: true })
  await desk.call('webhook.replay', { id })
  await drain()
  expect(taken).toHaveLength(2)
})

test('an address that leads into a private network is refused by name, and one that does so later is not dialled', async () => {
  for (const url of [
    'https://127.0.0.1/',
    'https://10.0.0.1/x',
    'https://[::1]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0x7f.1/',
    'https://inside.example.org/',
    'http://hooks.example.org/',
    'https://hooks.example.org:8443/',
    'https://user:word@hooks.example.org/',
    'javascript:alert(1)',
    'not an address',
    '',
  ]) {
    const answer = await desk.call('webhook.add', { id: newId(), url, kinds: ['appointment'], active: true })
    expect([url, answer.status, answer.body['refused']]).toEqual([url, 409, 'webhook_address'])
  }
  const resolve = vi.spyOn(server.deps.web, 'resolve')
  const connect = vi.spyOn(server.deps.web, 'connect')
  const { id } = await add({ url: 'https://rebinds.example.org/' })
  const [visit] = await visits(1)
  await touch([visit!])
  // public when it was saved, and private when it is sent to
  resolve.mockResolvedValue(['93.184.215.14', '10.0.0.8'])
  expect(await sendWebhooks(server.deps)).toBe(1)
  expect(connect).not.toHaveBeenCalled()
  const { body } = await desk.call('webhook.deliveries', { id })
  expect(body['deliveries']).toMatchObject([{ state: 'waiting', failure: 'address_refused', lastStatus: null }])
  resolve.mockRestore()
  // one look-up a try, and the connection goes to its result
  const { taken } = receive()
  const looked = vi.spyOn(server.deps.web, 'resolve')
  server.clock.now += 60_000
  await drain()
  expect(taken).toHaveLength(1)
  expect(looked).toHaveBeenCalledTimes(1)
  expect(connect.mock.calls.map(([to]) => to.address)).toEqual(['93.184.215.14'])
  connect.mockRestore()
  looked.mockRestore()
})

test('a redirect is not followed, and no more than the status of an answer is read', async () => {
  const [visit] = await visits(1)
  const { id } = await add()
  await touch([visit!])
  receive(() => 302)
  await sendWebhooks(server.deps)
  expect((await desk.call('webhook.deliveries', { id })).body['deliveries']).toMatchObject([
    { failure: 'refused', lastStatus: 302 },
  ])
  server.web.say((request, response) => {
    request.resume()
    response.writeHead(200)
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(64_000)));
      if (!response.destroyed) response.once('drain', pour)
    }
    pour()
  })
  server.clock.now += 60_000
  await sendWebhooks(server.deps)
  expect(await states()).toEqual([{ state: 'delivered', n: 1 }])
})

test('a change that is rolled back tells nobody, and one that is kept tells each endpoint of its kind once', async () => {
  const [visit] = await visits(1)
  await add({ kinds: ['payment', 'patient'] })
  await add({ active: false })
  const { id } = await add({ kinds: ['appointment', 'doctor'] })
  const client = await server.pool.connect()
  await client.query('begin')
  await client.query(`update appointment set patient_note = 'gone' where id = $1`, [visit])
  await client.query('rollback')
  client.release()
  expect(await states()).toEqual([])
  await touch([visit!])
  const { rows } = await server.pool.query<{ webhook_id: string; type: string }>(
    'select webhook_id, type from webhook_delivery',
  )
  expect(rows).toEqual([{ webhook_id: id, type: 'appointment.updated' }])
})

test('another clinic hears nothing of it, and sees neither endpoint nor deliveries', async () => {
  const [visit] = await visits(1)
  const other = await server.as('deskLinden', 'linden.localhost')
  await add({}, other)
  const { id } = await add()
  await touch([visit!])
  const { rows } = await server.pool.query<{ webhook_id: string }>('select webhook_id from webhook_delivery')
  expect(rows).toEqual([{ webhook_id: id }])
  for (const answer of [
    await other.call('webhook.deliveries', { id }),
    await other.call('webhook.replay', { id }),
    await other.call('webhook.rotate', { id }),
    await other.call('webhook.delete', { id }),
  ])
    expect([answer.status, answer.body['refused']]).toEqual([404, 'webhook_not_found'])
  expect((await other.call('webhook.list', {})).body['webhooks']).toHaveLength(1)
})

test('a test goes through the same queue, once however often it is pressed, and also to an endpoint that is off', async () => {
  const { taken } = receive()
  const { id } = await add({ active: false })
  await Promise.all([1, 2, 3].map(() => desk.call('webhook.test', { id })))
  await drain()
  expect(taken.map(({ body }) => body)).toEqual([{ type: 'test', timestamp: expect.any(String), data: { clinicId } }])
})

test('there are never more than five, however many are added at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, () =>
      desk.call('webhook.add', { id: newId(), url: 'https://hooks.example.org/', kinds: ['payment'], active: true }),
    ),
  )
  const { rows } = await server.pool.query<{ n: number }>('select count(*)::int as n from webhook')
  expect(rows[0]!.n).toBe(answers.filter(({ status }) => status === 200).length)
  expect(rows[0]!.n).toBeLessThanOrEqual(5)
})
