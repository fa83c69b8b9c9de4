// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { Patience } from '../../src/api/deadline.ts'
import { sendAs, type Send } from '../../src/api/http.ts'
import { openDatabase, rowsIn, type Database } from '../../src/db/database.ts'
import { change } from '../../src/sync/change.ts'
import { cycle } from '../../src/sync/cycle.ts'
import { pacesOf } from '../../src/sync/pace.ts'
import { openLine, type Line } from '../support/line.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * The client's own HTTP code and sync rounds with the real server, over a line as bad as a clinic's (issue 28, TRUST
 * G6).
 */
let server: TestServer
let doctor: Client
let line: Line
let db: Database

beforeAll(async () => {
  server = await startServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  line = await openLine((server.app.server.address() as { port: number }).port) // listens on TCP
  doctor = await server.as('doctorKuzey')
  const { doctorKuzey, patientKuzey } = server.world.people
  await server.world.visit(doctorKuzey.id, patientKuzey.id, server.world.clinics.kuzey, server.world.slot(50, 0))
})
afterAll(async () => {
  await line.close()
  await server.stop()
})
beforeEach(() => {
  line.whole()
  line.cut()
  line.asked.length = 0
  db = openDatabase(newId())
})
afterEach(() => db.delete())

const QUICK: Patience = { head: 5000, body: 4000, whole: 40_000 }
const PATIENT: Patience = { head: 30_000, body: 15_000, whole: 300_000 }

const sender = (patience: Patience): Send => {
  const send = sendAs({ token: doctor.token!, session: doctor.headers['session']! }, patience)
  return (request) => send({ ...request, url: `http://127.0.0.1:${line.port}${request.url}` })
}
const person = () => server.world.people.doctorKuzey
const round = (patience = QUICK) =>
  cycle(db, {
    person: person().id,
    send: sender(patience),
    now: () => server.clock.now,
    lock: (_, work) => work(),
    signedOut: async () => {},
  })
const note = (text: string) => {
  const maker = { person: person().id, name: person().name, host: 'test', now: server.clock.now }
  const id = newId()
  return change(db, maker, 'patient.addNote', { id, patientId: server.world.people.patientKuzey.id, text }).then(
    () => id,
  )
}
/** Queues a picture of noise with sides of this length for a patient; returns its size in bytes. */
async function photo(side: number): Promise<number> {
  const maker = { person: person().id, name: person().name, host: 'test', now: server.clock.now }
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const picture = sharp({ create: { width: side, height: side, channels: 3, noise, background: '#000' } })
  const bytes = new Uint8Array(await picture.png().toBuffer())
  const patientId = server.world.people.patientKuzey.id
  const its = { title: 'Wound', name: 'wound.png', appointmentId: null, type: 'image/png', size: bytes.length } as const
  await change(db, maker, 'patient.addFile', { id: newId(), patientId, ...its }, {}, bytes)
  return bytes.length
}
const facts = async (name: string) => (await db.facts.get(name))?.value
const waiting = async () => (await db.outbox.toArray()).map(({ state, problem }) => [state, problem?.code ?? null])
const batches = () => line.asked.filter((each) => each.startsWith('POST /api/batch'))
const onServer = async () =>
  (await server.pool.query<{ n: number }>('select count(*)::int as n from patient_note')).rows[0]!.n

/** A reply whose body is many times longer than its head; the head ends well before so many bytes. */
const [LONG, BEYOND_HEAD] = ['/api/openapi.json', 6000]

describe('I10: no exchange holds a round longer than its line is stalled', () => {
  test('stalled headers end the exchange', async () => {
    line.set({ stallDownAfter: 300 })
    expect(await sender(QUICK)({ method: 'GET', url: '/api/sync' })).toEqual({ kind: 'none', why: 'stalled' })
  })

  test('a stalled body ends the exchange, and the next round continues', async () => {
    line.set({ stallDownAfter: BEYOND_HEAD })
    const from = performance.now()
    // longer than the timeout of a head: it was the body that took so long
    const patience = { ...QUICK, head: 2000 }
    expect(await sender(patience)({ method: 'GET', url: LONG })).toEqual({ kind: 'none', why: 'stalled' })
    expect(performance.now() - from).toBeGreaterThan(patience.body)
    expect(performance.now() - from).toBeLessThan(20_000)
    line.whole()
    line.cut()
    expect(await round()).toBe('online')
  })

  test('a slow body is not a stalled one, though it takes longer than headers may', async () => {
    line.set({ down: 3500 })
    const from = performance.now()
    const answer = await sender(QUICK)({ method: 'GET', url: LONG })
    expect(answer.kind === 'none' && answer.why).toBe('between') // it is no answer of the API, and it arrived whole
    expect(performance.now() - from).toBeGreaterThan(QUICK.head)
  })

  test('a server that accepts the connection and never answers', async () => {
    line.answer(() => 'silence')
    expect(await sender(QUICK)({ method: 'GET', url: '/api/sync' })).toEqual({ kind: 'none', why: 'stalled' })
  })

  test('a line that breaks in the body, and no server at all', async () => {
    line.set({ cutDownAfter: BEYOND_HEAD })
    expect(await sender(QUICK)({ method: 'GET', url: LONG })).toEqual({ kind: 'none', why: 'unreached' })
    const nobody = sendAs(null, QUICK)({ method: 'GET', url: 'http://127.0.0.1:9/api/sync' })
    expect(await nobody).toEqual({ kind: 'none', why: 'unreached' })
  })
})

test('G6 1: two seconds of latency each way: a note and what is new arrive, each once', async () => {
  await round()
  const before = await onServer()
  line.set({ delay: 2000 })
  await note('over a satellite')
  expect(await round(PATIENT)).toBe('online')
  expect(await waiting()).toEqual([])
  expect(await onServer()).toBe(before + 1)
}, 60_000)

describe('rule 103: a reply from something other than the server does not count', () => {
  const HTML = { 'content-type': 'text/html' }
  test.each([
    ['a portal’s page with 200', 200, HTML, '<h1>Sign in</h1>'],
    ['a redirect to a login page', 302, { location: 'http://127.0.0.1:9/login' }, ''],
    ['401 in HTML', 401, HTML, '<h1>401</h1>'],
    ['426 in HTML', 426, HTML, '<h1>426</h1>'],
    ['502 in HTML', 502, HTML, '<h1>Bad gateway</h1>'],
    ['200 without a body', 200, { 'content-type': 'application/json' }, ''],
    ['JSON that is not ours', 200, { 'content-type': 'application/json' }, '{"ok":true}'],
  ])('%s', async (_, status, headers, body) => {
    line.answer(() => ({ status, headers, body }))
    const answer = await sender(QUICK)({ method: 'GET', url: '/api/sync' })
    expect(answer.kind).toBe('none')
    await note('kept')
    expect(await round()).toBe('offline')
    expect(await waiting()).toEqual([['ready', null]])
    line.whole()
    expect(await round()).toBe('online')
    expect(await waiting()).toEqual([])
  })
})

describe('a proxy that refuses uploads', () => {
  test('413 by length: batches get smaller, all small ones arrive, and the one that is too large is reported', async () => {
    line.answer(({ bytes }) => (bytes > 1500 ? { status: 413 } : null))
    const before = await onServer()
    for (let n = 0; n < 12; n++) await note(`${n} ${randomBytes(150).toString('hex')}`)
    await note(randomBytes(2000).toString('base64'))
    expect(await round()).toBe('online')
    expect(await onServer()).toBe(before + 12)
    expect(await waiting()).toEqual([['parked', 'body_too_large']])
    expect(batches().length).toBeLessThan(14)
  })

  test('403 for everything: few attempts, then growing delays; “last sent” is not updated', async () => {
    line.answer(({ url }) => (url === '/api/batch' ? { status: 403 } : null))
    for (let n = 0; n < 40; n++) await note(`note ${n}`)
    for (let n = 0; n < 5; n++) await round()
    expect(batches().length).toBeLessThanOrEqual(10)
    expect([await facts('line'), await facts('trouble'), await facts('sentAt')]).toEqual([
      'online',
      'between',
      undefined,
    ])
    // a minute of rounds, one a second: before, it took 38 uploads
    for (let second = 0; second < 60; second++) {
      server.clock.now += 1000
      await round()
    }
    expect(batches().length).toBeLessThanOrEqual(20)
    expect((await waiting()).every(([state]) => state === 'ready')).toBe(true)
    line.whole()
    server.clock.now += 120_000
    await round()
    expect(await waiting()).toEqual([])
    expect(await facts('trouble')).toBeNull()
    expect(await facts('sentAt')).toBe(server.clock.now)
  })

  test('403 for the text of one change: all others arrive in the same round', async () => {
    const before = await onServer()
    for (let n = 0; n < 10; n++) await note(`note ${n}`)
    const poison = await note(`<script>${randomBytes(2800).toString('base64')}`)
    line.answer(({ url, bytes }) => (url === '/api/batch' && bytes > 2500 ? { status: 403 } : null))
    await round()
    expect(await onServer()).toBe(before + 10)
    const [left] = await db.outbox.toArray()
    expect([left?.input['id'], left?.state]).toEqual([poison, 'ready'])
  })
})

describe('I10: sending pauses while everything is refused, and no longer than the cause lasts', () => {
  test('the first round that reaches the server again sends at once', async () => {
    await round()
    for (let n = 0; n < 5; n++) await note(`note ${n}`)
    line.answer(() => ({ status: 502 }))
    for (let n = 0; n < 6; n++) {
      expect(await round()).toBe('offline')
      server.clock.now += 60_000
    }
    line.whole()
    expect(await round()).toBe('online')
    expect(await waiting()).toEqual([])
  })

  test('Retry-After is respected, also by a round that reaches the server again', async () => {
    await round()
    await note('later')
    const body = JSON.stringify({ status: false, refused: 'too_many_tries' })
    const headers = { 'content-type': 'application/json', 'retry-after': '30' }
    line.answer(({ url }) => (url === '/api/batch' ? { status: 429, headers, body } : null))
    await round()
    line.answer(() => ({ status: 502 }))
    await round()
    line.whole()
    expect(await round()).toBe('online')
    expect(await waiting()).toEqual([['ready', null]])
    server.clock.now += 31_000
    await round()
    expect(await waiting()).toEqual([])
  })

  test('a clock set back does not lengthen a pause', async () => {
    await round()
    await note('earlier')
    line.answer(({ url }) => (url === '/api/batch' ? { status: 502 } : null))
    await round()
    line.whole()
    server.clock.now -= 2 * 3_600_000
    await round()
    server.clock.now += 2 * 3_600_000
    expect(await waiting()).toEqual([])
  })

  test('four changes that a proxy never passes do not hold up six that it does', async () => {
    const before = await onServer()
    for (let n = 0; n < 4; n++) await note(`<script>${randomBytes(2800).toString('base64')}`)
    for (let n = 0; n < 6; n++) await note(`note ${n}`)
    line.answer(({ url, bytes }) => (url === '/api/batch' && bytes > 2500 ? { status: 403 } : null))
    for (let n = 0; n < 8; n++) {
      await round()
      server.clock.now += 61_000
    }
    expect(await onServer()).toBe(before + 6)
    expect(await waiting()).toEqual([...Array(4)].map(() => ['ready', null]))
  })

  test('a gateway that times out on long batches: batches grow as long as they pass', async () => {
    await round()
    for (let n = 0; n < 60; n++) await note(`${n} ${randomBytes(150).toString('hex')}`)
    line.answer(({ url, bytes }) => (url === '/api/batch' && bytes > 6000 ? { status: 504 } : null))
    await round()
    server.clock.now += 61_000
    await round()
    const sent = 60 - (await waiting()).length
    expect(sent).toBeGreaterThanOrEqual(20)
    expect(batches().length).toBeLessThanOrEqual(6)
  })
})

describe('a slow line', () => {
  test('a file uploads in parts sized to the line, in 1.3 times the line’s own time, and a note made meanwhile within a moment', async () => {
    const width = 28_000
    await round()
    line.set({ up: width, down: width, delay: 20 })
    const size = await photo(330)
    const from = performance.now()
    const carrying = round(PATIENT)
    await new Promise((later) => setTimeout(later, 3000))
    const before = await onServer()
    const made = performance.now()
    await note('while the photo is under way')
    while ((await onServer()) === before) await new Promise((later) => setTimeout(later, 50))
    expect(performance.now() - made).toBeLessThan(8000)
    expect((await db.outbox.toArray()).some(({ carry }) => carry && carry.sent < carry.size)).toBe(true)
    expect(await carrying).toBe('online')
    expect(await waiting()).toEqual([])
    expect(performance.now() - from).toBeLessThan(((size / width) * 2 + 5) * 1000)
  })

  test('a line forty times slower than before: parts shrink until they arrive', async () => {
    await round()
    for (let n = 0; n < 6; n++) pacesOf(db).part.took(1e9, 1)
    expect(pacesOf(db).part.size()).toBe(256 * 1024)
    line.set({ up: 20_000 })
    await photo(150)
    await round({ ...QUICK, head: 2000 })
    for (let tries = 0; tries < 8 && (await db.outbox.count()); tries++) {
      server.clock.now += 60_000
      await round({ ...QUICK, head: 2000 })
    }
    expect(await waiting()).toEqual([])
  })

  test('small changes go before a big one, and the big one goes after them', async () => {
    for (let n = 0; n < 4; n++) pacesOf(db).batch.failed(Infinity)
    await round()
    await note(randomBytes(3000).toString('base64'))
    for (let n = 0; n < 3; n++) await note(`small ${n}`)
    line.asked.length = 0
    await round()
    expect(await waiting()).toEqual([])
    const sizes = batches().map((each) => Number(each.split(' ')[2]))
    expect(sizes).toHaveLength(2)
    expect(sizes[0]).toBeLessThan(sizes[1]!)
  })

  test('a change made during the first fill does not wait for its end', async () => {
    const { doctorKuzey, patientKuzey } = server.world.people
    for (let day = 1; day < 40; day++)
      for (let n = 0; n < 12; n++)
        await server.world.visit(doctorKuzey.id, patientKuzey.id, server.world.clinics.kuzey, server.world.slot(day, n))
    line.set({ down: 7000, up: 7000 })
    const filling = round(PATIENT)
    while ((await rowsIn(db, 'doctor').count()) === 0) await new Promise((later) => setTimeout(later, 20))
    const before = await onServer()
    await note('in the middle of a fill')
    while ((await onServer()) === before) await new Promise((later) => setTimeout(later, 20))
    expect(await facts('filling')).not.toBeNull()
    await filling
    // and a change that was sent in the middle is still there: a page that was requested earlier does not know it
    const texts = (await rowsIn(db, 'patient_note').toArray()).map(({ body }) => body['text'])
    expect(texts).toContain('in the middle of a fill')
    expect(await rowsIn(db, 'appointment').count()).toBeGreaterThan(300)
  })
})
