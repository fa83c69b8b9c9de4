// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { databaseOf } from '../db/name.ts'
import { openDatabase, type Database } from '../db/database.ts'
import type { Send } from '../api/http.ts'
import { change } from './change.ts'
import { clearRecords, forgetDevice } from './clear.ts'
import { restore } from './decide.ts'
import { openOrRescue } from './rescue.ts'
import { sendAll } from './send.ts'
import { discard } from './settle.ts'
import { haveReadLost, lostOnThisDevice, readLost } from './unsent.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
let person: string
let storage: Record<string, string>
beforeEach(() => {
  person = newId()
  storage = {}
  vi.stubGlobal('localStorage', localStorageOf(storage))
  return () => vi.unstubAllGlobals()
})

/** Like a browser's local storage: its keys are its content. */
const localStorageOf = (kept: Record<string, string>) => {
  const its: Record<string, unknown> = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => void (kept[name] = value),
    removeItem: (name: string) => void delete kept[name],
  }
  return new Proxy(kept, { get: (_, name) => its[String(name)] })
}

const maker = () => ({ person, name: 'P', host: 'test', now: NOW })
const note = (db: Database, now = NOW) =>
  change(
    db,
    { ...maker(), now },
    'patient.addNote',
    { id: newId(), patientId: newId(), text: 'x' },
    { authorId: person },
  )
const yes: Send = async ({ body }) => {
  const { calls } = body as { calls: unknown[] } // what `send.ts` has just written
  const answers = calls.map(() => ({ status: 200, body: { status: true } }))
  return { kind: 'answer', status: 200, body: { status: true, answers }, retryAfter: null }
}

/** What a browser does when it clears a page's databases and keeps the rest. */
async function clearedByBrowser(db: Database) {
  db.close()
  await new Promise((resolve) => (indexedDB.deleteDatabase(databaseOf(person)).onsuccess = resolve))
}

/** A device with two waiting changes, and its database. */
async function waiting() {
  const { db } = await openOrRescue(person)
  await note(db)
  await note(db, NOW + 1000)
  return db
}

describe('storage lost with waiting changes in it (I2)', () => {
  test('the loss is shown before anyone signs in, and to its person once, with the number and the age of the changes', async () => {
    await clearedByBrowser(await waiting())
    expect(await lostOnThisDevice()).toEqual({ waiting: 2, since: NOW })
    const { db } = await openOrRescue(person)
    expect(readLost(db)).toEqual({ waiting: 2, since: NOW })
    // not confirmed yet: a reload says it again, even if new work waits
    await note(db)
    db.close()
    const again = (await openOrRescue(person)).db
    expect(readLost(again)).toEqual({ waiting: 2, since: NOW })
    haveReadLost(again)
    expect(readLost(again)).toBeNull()
    again.close()
    expect([await lostOnThisDevice(), readLost((await openOrRescue(person)).db)]).toEqual([null, null])
  })

  test('a crash between counting and writing reports a possible loss, never that all is well', async () => {
    const { db } = await openOrRescue(person)
    vi.spyOn(db, 'transaction').mockReturnValue(new Promise(() => undefined) as never) // the tab dies here
    void note(db)
    await vi.waitFor(() => expect(JSON.parse(Object.values(storage)[0]!)).toMatchObject({ waiting: 1 }))
    await clearedByBrowser(db)
    expect(await lostOnThisDevice()).toEqual({ waiting: 1, since: NOW })
  })

  test.each<[string, (db: Database) => Promise<unknown>]>([
    ['sent', (db) => sendAll(db, yes, person, () => NOW)],
    ['discarded', async (db) => discard(db, await db.outbox.toArray(), NOW)],
    [
      'sent by the worker, which cannot count, and opened since',
      async (db) => {
        vi.stubGlobal('localStorage', undefined)
        await sendAll(db, yes, person, () => NOW)
        vi.unstubAllGlobals()
        vi.stubGlobal('localStorage', localStorageOf(storage))
        await openOrRescue(person)
      },
    ],
    [
      'cleared with its records on sign-out',
      async (db) => {
        await sendAll(db, yes, person, () => NOW)
        db.close()
        await clearRecords(person)
      },
    ],
    ['wiped', async (db) => (db.close(), forgetDevice(person))],
  ])('no warning if the changes were %s', async (_, end) => {
    const db = await waiting()
    await end(db)
    await clearedByBrowser(db)
    expect(await lostOnThisDevice()).toBeNull()
    expect(readLost((await openOrRescue(person)).db)).toBeNull()
  })

  test('no warning for an existing database: signed out with unsent work, and signed in', async () => {
    const db = await waiting()
    db.close()
    await clearRecords(person)
    expect(await lostOnThisDevice()).toBeNull()
    const back = (await openOrRescue(person)).db
    expect([readLost(back), await back.outbox.count()]).toEqual([null, 2])
    await clearedByBrowser(back)
    expect(await lostOnThisDevice()).toMatchObject({ waiting: 2 })
  })

  test('discarded changes that are restored count again', async () => {
    const db = await waiting()
    const entries = await db.outbox.toArray()
    await discard(db, entries, NOW)
    await restore(db, entries)
    await clearedByBrowser(db)
    expect(await lostOnThisDevice()).toMatchObject({ waiting: 2 })
  })

  test('an older database without a count is accepted as it is', async () => {
    const old = openDatabase(person)
    await note(old)
    old.close()
    const { db } = await openOrRescue(person)
    expect(readLost(db)).toBeNull()
    await clearedByBrowser(db)
    expect(await lostOnThisDevice()).toEqual({ waiting: 1, since: NOW })
  })
})
