// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { openDatabase, rowsIn } from '../db/database.ts'
import { KEY_BYTES, sealOf, type Seal } from '../db/seal.ts'
import { change } from './change.ts'
import { forgetRescued, giveUpDatabase, haveRead, openOrRescue, readPutBack, readRescued } from './rescue.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
let person: string
const facts = new Map<string, string>()
beforeEach(() => {
  person = newId()
  facts.clear()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => facts.get(name) ?? null,
    setItem: (name: string, value: string) => void facts.set(name, value),
    removeItem: (name: string) => void facts.delete(name),
  })
  return () => vi.unstubAllGlobals()
})

/** A device with a waiting note and file, whose database the browser no longer opens with the app's own tables. */
async function broken(unreadable = false, seal: Seal | null = null) {
  const db = openDatabase(person, seal)
  const maker = { person, name: 'P', host: 'test', now: NOW }
  const [patientId, note, file] = [newId(), newId(), newId()]
  await change(db, maker, 'patient.addNote', { id: note, patientId, text: 'Sabah arayın' }, { authorId: person })
  const fileInput = { id: file, patientId, title: 'Film', name: 'a.png', type: 'image/png' as const, size: 3 }
  await change(db, maker, 'patient.addFile', fileInput, { authorId: person }, new Uint8Array([1, 2, 3]))
  await db.blobs.put({ id: newId(), bytes: new Uint8Array([9]), keep: 1 })
  db.close()
  const real = Dexie.dependencies.indexedDB
  let isBroken = true
  Dexie.dependencies.indexedDB = {
    open: (name: string, version?: number) => {
      if (isBroken && (unreadable || version !== undefined) && name === db.name)
        throw new DOMException('internal error opening backing store', 'UnknownError')
      return real.open(name, version)
    },
    deleteDatabase: (name: string) => {
      if (name === db.name) isBroken = false
      return real.deleteDatabase(name)
    },
  } as IDBFactory // the parts of it that Dexie and the rescue use
  onTestFinished(() => void (Dexie.dependencies.indexedDB = real))
  return { note, file }
}

test('a database that fails to open once is left alone; the second time its waiting changes are saved, it is rebuilt, and they wait again', async () => {
  const { note, file } = await broken()
  await expect(openOrRescue(person)).rejects.toThrow('internal error')
  expect(await readRescued(person)).toBeNull()
  const { db, rescued } = await openOrRescue(person)
  expect(rescued?.entries?.map(({ call }) => call)).toEqual(['patient.addNote', 'patient.addFile'])
  expect((await db.outbox.toArray()).map(({ call, state }) => [call, state])).toEqual([
    ['patient.addNote', 'ready'],
    ['patient.addFile', 'ready'],
  ])
  expect((await db.blobs.toArray()).map(({ id, bytes }) => [id, [...bytes]])).toEqual([[file, [1, 2, 3]]])
  expect(await rowsIn(db, 'patient_note').get(note)).toMatchObject({ pending: 1 })
  db.close()
})

test('what was sent after the rescue does not return at the next start, and the copy is deleted once read', async () => {
  await broken()
  await openOrRescue(person).catch(() => null)
  const first = await openOrRescue(person)
  await first.db.outbox.clear()
  first.db.close()
  const again = await openOrRescue(person)
  expect(again.rescued).not.toBeNull()
  expect(await again.db.outbox.count()).toBe(0)
  expect((await readPutBack(again.db, person, null))?.entries).toHaveLength(2)
  await haveRead(again.db, person)
  expect(await readRescued(person)).toBeNull()
  expect(await readPutBack(again.db, person, null)).toBeNull()
  again.db.close()
})

test('interrupted between saving and rebuilding, the next start continues from the copy', async () => {
  await broken()
  await openOrRescue(person).catch(() => null)
  const gone = vi.spyOn(Dexie, 'delete').mockRejectedValueOnce(new Error('the tab is gone'))
  await expect(openOrRescue(person)).rejects.toThrow('the tab is gone')
  gone.mockRestore()
  const { db } = await openOrRescue(person)
  expect(await db.outbox.count()).toBe(2)
  db.close()
})

test('interrupted between rebuilding and restoring, the next start still finds the copy; later starts no longer look for it', async () => {
  await broken()
  await openOrRescue(person).catch(() => null)
  const { db } = await openOrRescue(person)
  // the state when only the empty database has been made
  await Promise.all([db.outbox.clear(), db.base.clear(), db.facts.clear()])
  db.close()
  const next = await openOrRescue(person)
  expect([next.rescued?.entries.length, await next.db.outbox.count()]).toEqual([2, 2])
  await haveRead(next.db, person)
  next.db.close()
  const openings = vi.spyOn(Dexie.dependencies.indexedDB, 'open')
  const last = await openOrRescue(person)
  expect(last.rescued).toBeNull()
  expect(openings.mock.calls.map(([name]) => name)).not.toContain('bedside-rescue')
  openings.mockRestore()
  last.db.close()
})

test('a database that opens is not touched, and an earlier failure is forgotten', async () => {
  facts.set(`bedside-unopened-${person}`, '1')
  const { db, rescued } = await openOrRescue(person)
  expect([rescued, facts.has(`bedside-unopened-${person}`)]).toEqual([null, false])
  db.close()
})

test('an unreadable one is never deleted, however often it is tried, except on the person’s request', async () => {
  await broken(true)
  for (let n = 0; n < 4; n++) await expect(openOrRescue(person)).rejects.toThrow('internal error')
  expect((await indexedDB.databases()).some(({ name }) => name === openDatabase(person).name)).toBe(true)
  await giveUpDatabase(person)
  const { db, rescued } = await openOrRescue(person)
  expect([rescued, await db.outbox.count()]).toEqual([null, 0])
  db.close()
})

test('an encrypted database is saved and rebuilt encrypted; only its key can read the copy', async () => {
  const seal = sealOf(person, crypto.getRandomValues(new Uint8Array(KEY_BYTES)))
  const { note, file } = await broken(false, seal)
  await expect(openOrRescue(person, seal)).rejects.toThrow('internal error')
  const { db } = await openOrRescue(person, seal)
  expect(await rowsIn(db, 'patient_note').get(note)).toMatchObject({ body: { text: 'Sabah arayın' } })
  expect((await db.blobs.get(file))?.bytes).toEqual(new Uint8Array([1, 2, 3]))
  expect(JSON.stringify(await readRescued(person))).not.toContain('Sabah')
  expect((await readRescued(person, seal))?.entries?.map(({ input }) => input['text'] ?? input['title'])).toEqual([
    'Sabah arayın',
    'Film',
  ])
  await db.delete()
  await forgetRescued(person)
})

test('failures of two tabs side by side do not count as two in a row; the same tab’s do, and so do a later one’s', async () => {
  await broken()
  const tab = () => {
    const kept = new Map<string, string>()
    const own = { getItem: (name: string) => kept.get(name) ?? null, setItem: kept.set.bind(kept) }
    return () => vi.stubGlobal('sessionStorage', own)
  }
  const [first, second] = [tab(), tab()]
  first()
  await expect(openOrRescue(person)).rejects.toThrow('internal error')
  second()
  await expect(openOrRescue(person)).rejects.toThrow('internal error')
  expect(await readRescued(person)).toBeNull()
  const { db, rescued } = await openOrRescue(person)
  expect(rescued?.entries).toHaveLength(2)
  db.close()
})

test('unsaved input is there again after the rebuild, also when encrypted', async () => {
  const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  for (const isShared of [false, true]) {
    person = newId()
    const seal = isShared ? sealOf(person, key) : null
    const before = openDatabase(person, seal)
    await before.drafts.put({ name: 'visit note', value: { text: 'Sol diz' } })
    before.close()
    await broken(false, seal)
    await expect(openOrRescue(person, seal)).rejects.toThrow('internal error')
    const { db } = await openOrRescue(person, seal)
    expect(await db.drafts.toArray()).toEqual([{ name: 'visit note', value: { text: 'Sol diz' } }])
    db.close()
  }
})
