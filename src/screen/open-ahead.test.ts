import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { SessionRecord } from '../api/session-record.ts'
import { sessionRecord } from '../api/testing.ts'
import type { Database } from '../db/database.ts'
import { openAhead, openDevice } from './open-ahead.ts'

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })

const opened: Database[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const db of opened.splice(0)) await db.delete()
})

async function open(session: SessionRecord): Promise<Database> {
  const db = await openDevice(session, null)
  opened.push(db)
  return db
}

test('a database opened ahead at start is handed out once, to its person', async () => {
  const session = sessionRecord()
  openAhead(session)
  const first = await open(session)
  expect(first.isOpen()).toBe(true)
  expect(await open(session)).not.toBe(first)
})

test('another person gets their own', async () => {
  const session = sessionRecord()
  openAhead(session)
  const other = sessionRecord()
  expect((await open(other)).name).toContain(other.person.id)
  expect((await open(session)).name).toContain(session.person.id)
})

test('TRUST D17: a shared device’s database is not opened before unlocking', async () => {
  const session = sessionRecord({ shared: true })
  openAhead(session)
  await quarter()
  expect((await indexedDB.databases()).some(({ name }) => name?.includes(session.person.id))).toBe(false)
})

test('an unused one is closed again', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const session = sessionRecord()
  openAhead(session)
  const [close] = timers.mock.calls.find(([, after]) => after === 10_000) ?? []
  await quarter()
  close?.()
  await quarter()
  // a connection that is still open would receive an event, and report it
  await new Promise((done) => {
    indexedDB.deleteDatabase(`bedside-${session.person.id}`).onsuccess = done
  })
  expect(warned).not.toHaveBeenCalled()
})

const quarter = () => new Promise((done) => setTimeout(done, 250))
