// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { settleEpoch } from '../../server/sync/epoch.ts'
import { sendAs, type Response_, type Send } from '../../src/api/http.ts'
import { openDatabase, rowsIn, type Database } from '../../src/db/database.ts'
import { change } from '../../src/sync/change.ts'
import { clearRecords } from '../../src/sync/clear.ts'
import { cycle } from '../../src/sync/cycle.ts'
import { pacesOf } from '../../src/sync/pace.ts'
import { openLine, type Line } from '../support/line.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

/**
 * What can happen to a part of a file that is being sent, and to changes that are sent meanwhile (28.2). Real HTTP to
 * the real server.
 */
let server: TestServer
let line: Line
let photo: Uint8Array<ArrayBuffer>
let desk: Client
let db: Database
let name: string
/** The file that waits at the start of a test. */
let file: string

beforeAll(async () => {
  server = await startServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  line = await openLine((server.app.server.address() as { port: number }).port) // listens on TCP
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const picture = sharp({ create: { width: 200, height: 200, channels: 3, noise, background: '#000' } })
  photo = new Uint8Array(await picture.png().toBuffer())
}, 120_000)
afterAll(async () => {
  await line.close()
  await server.stop()
})
beforeEach(async () => {
  line.whole()
  line.cut()
  line.asked.length = 0
  desk = await server.signIn('deskKuzey')
  name = newId()
  db = openDatabase(name)
  await round()
  file = await addFile()
})
afterEach(() => db.delete())

const person = () => server.world.people.deskKuzey
const patientId = () => server.world.people.patientKuzey.id
/** Runs before a part leaves, and before a batch is answered; does nothing unless a test sets it. */
let onPart: () => Promise<Response_ | void> = async () => {}
let onBatch: () => Promise<unknown> = async () => {}
/** Ms by which the clock of the retries is ahead. */
let ahead = 0
afterEach(() => {
  ;[onPart, onBatch, ahead] = [async () => {}, async () => {}, 0]
})

function sender(): Send {
  const send = sendAs({ token: desk.token!, session: desk.headers['session']! })
  return async (request) => {
    const its = request.method === 'PUT' ? await onPart() : undefined
    const response = its ?? (await send({ ...request, url: `http://127.0.0.1:${line.port}${request.url}` }))
    if (request.url === '/api/batch') await onBatch()
    return response
  }
}
const round = (on = db) =>
  cycle(on, {
    person: person().id,
    send: sender(),
    now: () => server.clock.now,
    clock: () => performance.now() + ahead,
    lock: (_, work) => work(),
    signedOut: async () => {},
  })
async function add(call: 'patient.addFile' | 'patient.addNote', input: object) {
  const maker = { person: person().id, name: person().name, host: 'test', now: server.clock.now }
  const id = newId()
  const bytes = call === 'patient.addFile' ? photo : null
  await change(db, maker, call, { id, patientId: patientId(), ...input } as never, { authorId: person().id }, bytes)
  return id
}
const addFile = () =>
  add('patient.addFile', {
    title: 'Wound',
    name: 'wound.png',
    appointmentId: null,
    type: 'image/png',
    size: photo.length,
  })
const note = (text: string) => add('patient.addNote', { text })
const batches = () => line.asked.filter((each) => each.startsWith('POST /api/batch')).length
const isOnServer = async (id: string) =>
  (await server.pool.query('select from patient_note where id = $1', [id])).rowCount === 1
const arrived = async (id: string) => {
  while (!(await isOnServer(id))) await sleep(20)
}
const waiting = async () =>
  (await db.outbox.orderBy('seq').toArray()).map(({ call, state, problem }) => [call, state, problem?.code ?? null])
const files = async () => (await server.pool.query('select from patient_file where id = $1', [file])).rowCount

/** The first part waits until it is released; the returned promise resolves when it is under way. */
function holdFirstPart() {
  let letGo: (its?: Response_) => void = () => {}
  const held = new Promise<Response_ | void>((resolve) => (letGo = resolve))
  const leaving = new Promise<void>((leaves) => {
    onPart = () => {
      onPart = async () => {}
      leaves()
      return held
    }
  })
  return { leaving, letGo }
}

test('changes made while a part is uploading reach the server before that part does', async () => {
  const part = holdFirstPart()
  const carrying = round()
  await part.leaving
  await arrived(await note('beside it'))
  part.letGo()
  expect(await carrying).toBe('online')
  expect([await waiting(), await files()]).toEqual([[], 1])
})

describe('if nothing more can be sent, nothing more is tried beside the part', () => {
  const meanwhile = async (happens: () => Promise<unknown>) => {
    const part = holdFirstPart()
    const carrying = round()
    await part.leaving
    await happens()
    const id = await note('too late')
    const before = batches()
    await vi.waitFor(() => expect(batches()).toBe(before + 1), 10_000)
    await sleep(2000)
    expect(batches()).toBe(before + 1)
    part.letGo()
    const ended = await carrying
    // nothing is lost either: both wait, and no one is told that the server has them
    expect(await isOnServer(id)).toBe(false)
    expect(await db.outbox.orderBy('seq').toArray()).toMatchObject([
      { call: 'patient.addFile', state: 'ready' },
      { call: 'patient.addNote', state: 'ready', mayHold: false },
    ])
    expect(await db.blobs.count()).toBe(1)
    return ended
  }

  test('the session ends', async () => {
    expect(await meanwhile(() => desk.call('session.end', {}))).toBe('signed-out')
    // after a new sign-in both are sent
    desk = await server.signIn('deskKuzey')
    expect(await round()).toBe('online')
    expect(await waiting()).toEqual([])
  })

  test('the server is restored', async () => {
    const ended = await meanwhile(async () => {
      await server.pool.query('delete from incarnation')
      await settleEpoch(server.pool)
    })
    expect(ended).toBe('online')
    expect(await round()).toBe('online')
    expect(await waiting()).toEqual([])
  })
})

test('the line breaks during a part and a batch beside it: both are sent again, once', async () => {
  const part = holdFirstPart()
  const carrying = round()
  await part.leaving
  line.set({ stallDownAfter: 0 })
  const id = await note('in the middle')
  await arrived(id)
  line.cut()
  part.letGo({ kind: 'none', why: 'unreached' })
  await carrying
  line.whole()
  line.cut()
  server.clock.now += 120_000
  expect(await round()).toBe('online')
  expect([await waiting(), await files()]).toEqual([[], 1])
  const { rowCount } = await server.pool.query(
    `select from audit where action = 'patient.addNote' and object_id = $1 and outcome = 'done'`,
    [id],
  )
  expect(rowCount).toBe(1)
})

test('I7: if the disk fails beside a part, the part is awaited and its reply is stored', async () => {
  pacesOf(db).part.failed(Infinity)
  const part = holdFirstPart()
  const carrying = round()
  const ended = carrying.catch((error: unknown) => error)
  await part.leaving
  let fails = true
  db.outbox.hook('updating', (mods) => {
    if (fails && 'state' in mods && mods.state === 'sending') throw new Error('no room')
  })
  await note('no room for it')
  await sleep(1500)
  let isOver = false
  void ended.then(() => (isOver = true))
  await sleep(0)
  expect(isOver).toBe(false)
  part.letGo()
  expect(String(await ended)).toContain('no room')
  const [entry] = await db.outbox.orderBy('seq').toArray()
  expect(entry!.carry!.sent).toBeGreaterThan(0)
  fails = false
  expect(await round()).toBe('online')
  expect(await waiting()).toEqual([])
})

test('a proxy starts refusing changes but passes parts: the file continues, and changes wait', async () => {
  pacesOf(db).part.failed(Infinity)
  line.answer(({ url }) => (url === '/api/batch' ? { status: 403 } : null))
  let parts = 0
  onPart = async () => {
    if (parts++ === 0) for (let n = 0; n < 5; n++) await note(`refused ${n}`)
    await sleep(1200)
  }
  await round()
  expect(parts).toBeGreaterThan(3)
  // first all changes in one batch, then in two, in one, and the last two each alone; later parts trigger no more
  expect(batches()).toBeLessThanOrEqual(6)
  const { rows } = await server.pool.query<{ state: string }>(`select state from file_upload where id = $1`, [file])
  expect(rows).toEqual([{ state: 'ready' }])
  line.whole()
  server.clock.now += 120_000
  await round()
  expect([await waiting(), await files()]).toEqual([[], 1])
})

test('a slow change beside a part does not make the next part smaller', async () => {
  const part = holdFirstPart()
  onBatch = async () => {
    onBatch = async () => {}
    part.letGo()
    await sleep(500)
    ahead = 60_000
  }
  const carrying = round()
  await part.leaving
  await note('slow')
  await carrying
  const [first, second] = line.asked.filter((each) => each.startsWith('PUT')).map((each) => Number(each.split(' ')[2]))
  expect(second).toBeGreaterThanOrEqual(first!)
  expect([await waiting(), await files()]).toEqual([[], 1])
})

test('I9: the right to the patient is lost during a part: both are refused with a code, and nothing of the patient stays', async () => {
  const part = holdFirstPart()
  const carrying = round()
  await part.leaving
  const { clinics } = server.world
  await server.pool.query('update person set clinic_id = $2 where id = $1', [person().id, clinics.linden])
  await note('no longer mine')
  part.letGo()
  await carrying
  await server.pool.query('update person set clinic_id = $2 where id = $1', [person().id, clinics.kuzey])
  expect(await waiting()).toMatchObject([
    ['patient.addFile', 'parked', expect.any(String)],
    ['patient.addNote', 'parked', expect.any(String)],
  ])
  expect(await rowsIn(db, 'patient').get(patientId())).toBeUndefined()
  expect(await rowsIn(db, 'patient_note').count()).toBe(0)
})

test('I11: signed out in another tab during a part: waiting changes stay with their bytes, and no record comes back', async () => {
  const part = holdFirstPart()
  const carrying = round().catch((error: unknown) => error)
  await part.leaving
  await desk.call('session.end', {})
  await clearRecords(name)
  part.letGo()
  await carrying
  await db.open()
  expect(await waiting()).toEqual([['patient.addFile', 'ready', null]])
  expect([await db.blobs.count(), await rowsIn(db, 'patient').count()]).toEqual([1, 0])
  desk = await server.signIn('deskKuzey')
  expect(await round()).toBe('online')
  expect(await waiting()).toEqual([])
})

test('the tab is closed during a part, which arrives late and twice: another tab continues, and the file is complete', async () => {
  const part = holdFirstPart()
  const lost = round().catch((error: unknown) => error)
  await part.leaving
  const other = openDatabase(name)
  expect(await round(other)).toBe('online')
  expect([await waiting(), await files()]).toEqual([[], 1])
  part.letGo()
  await lost
  expect([await waiting(), await files()]).toEqual([[], 1])
  other.close()
})

test('a file given up while its part is uploading is gone on both sides', async () => {
  const part = holdFirstPart()
  const carrying = round()
  await part.leaving
  const maker = { person: person().id, name: person().name, host: 'test', now: server.clock.now }
  await change(db, maker, 'patient.deleteFile', { id: file })
  part.letGo()
  expect(await carrying).toBe('online')
  expect([await waiting(), await files()]).toEqual([[], 0])
})
