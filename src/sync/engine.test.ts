// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { SessionRecord } from '../api/session-record.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { startEngine } from './engine.ts'

const socket = vi.hoisted(() => ({
  active: true,
  heard: new Map<string, (word: string) => void>(),
  connects: 0,
  on(event: string, act: (word: string) => void) {
    this.heard.set(event, act)
  },
  connect() {
    this.connects++
    this.active = true
  },
  disconnect: () => undefined,
}))
vi.mock('socket.io-client', () => ({ io: () => socket }))

let db: Database
let events: EventTarget
let reported: unknown[]
const unheard = (error: unknown) => void reported.push(error)
beforeEach(async () => {
  db = openDatabase(newId())
  await db.open()
  events = new EventTarget()
  reported = []
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
  vi.stubGlobal('navigator', { locks: { request: (_: string, work: () => unknown) => work() } })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('reportError', unheard)
  process.on('unhandledRejection', unheard)
})
afterEach(async () => {
  process.off('unhandledRejection', unheard)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await db.delete()
})

const session = { token: newId(), session: newId(), person: { id: newId() }, offset: 0 } as unknown as SessionRecord // the fields that the engine reads
/** Unhandled rejections are reported after the tasks of their turn. */
const turns = () => new Promise((done) => setTimeout(done, 20))

test('a sign-out that closes the database while the engine plans its next round causes no unhandled rejection', async () => {
  const reads = vi.spyOn(db.outbox, 'toArray')
  const engine = startEngine(db, session)
  await new Promise<void>((done) =>
    reads.mockImplementation(() => {
      engine.stop()
      db.close({ disableAutoOpen: true })
      done()
      return db.outbox.toCollection().toArray()
    }),
  )
  await turns()
  expect(reported).toEqual([])
})

test('neither does one while the network comes back', async () => {
  const onStorage = vi.fn<(full: boolean) => void>()
  const engine = startEngine(db, session, onStorage)
  await vi.waitFor(() => expect(onStorage).toHaveBeenCalled())
  const where = db.outbox.where.bind(db.outbox)
  const reads = vi.spyOn(db.outbox, 'where').mockImplementation(((index: string) => {
    engine.stop()
    db.close({ disableAutoOpen: true })
    return where(index)
  }) as typeof db.outbox.where) // `retryNow` uses one index
  events.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(reads).toHaveBeenCalled())
  await turns()
  expect(reported).toEqual([])
})

test('a storage failure between two rounds is reported, and the next round runs', async () => {
  const failing = vi
    .spyOn(db.outbox, 'toArray')
    .mockRejectedValueOnce(Object.assign(new Error('full'), { name: 'QuotaExceededError' }))
  const onStorage = vi.fn<(full: boolean) => void>()
  const engine = startEngine(db, session, onStorage)
  await vi.waitFor(() => expect(onStorage.mock.calls.at(-1)).toEqual([true]))
  engine.kick()
  await vi.waitFor(() => expect(onStorage.mock.calls.at(-1)).toEqual([false]))
  expect(failing.mock.calls.length).toBeGreaterThan(0)
  engine.stop()
  expect(reported).toEqual([])
})

test('35 10: a socket closed by the server makes the device probe at once and reconnects; a dropped line reconnects by itself', async () => {
  const fetchDouble = vi.fn<() => Promise<Response>>(() => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('fetch', fetchDouble)
  const engine = startEngine(db, session)
  await vi.waitFor(() => expect(socket.heard.has('disconnect')).toBe(true))
  await vi.waitFor(() => expect(fetchDouble).toHaveBeenCalled())
  await turns()
  const before = fetchDouble.mock.calls.length
  socket.heard.get('disconnect')!('transport close')
  await new Promise((done) => setTimeout(done, 600))
  expect([fetchDouble.mock.calls.length, socket.connects]).toEqual([before, 0])
  socket.active = false
  socket.heard.get('disconnect')!('io server disconnect')
  await vi.waitFor(() => expect(fetchDouble.mock.calls.length).toBeGreaterThan(before), { timeout: 1000 })
  expect(socket.connects).toBe(1)
  engine.stop()
})
