// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { databaseOf } from '../db/name.ts'
import { openDatabase, rowsIn, type Database } from '../db/database.ts'
import { KEY_BYTES, sealOf } from '../db/seal.ts'
import { change } from './change.ts'
import { clearRecords } from './clear.ts'
import { countWaiting, holdsSealed, sealOver } from './seal-over.ts'
import { settle } from './settle.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const key = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
const opened: Database[] = []
afterEach(async () => void (await Promise.all(opened.splice(0).map((db) => db.delete()))))
const open = (person: string, sealed: boolean) => {
  const db = openDatabase(person, sealed ? sealOf(person, key) : null)
  opened.push(db)
  return db
}

/** A shift: a note and a file that wait, a note that was sent, a draft. */
async function work(db: Database, person: string) {
  const maker = { person, name: 'Dr. A', host: 'test', now: NOW }
  const [patientId, sent, note, file] = [newId(), newId(), newId(), newId()]
  await change(db, maker, 'patient.addNote', { id: sent, patientId, text: 'gone' }, { authorId: person })
  const [entry] = await db.outbox.toArray()
  await settle(db, entry!, { status: 200, body: { status: true } }, NOW)
  await change(db, maker, 'patient.addNote', { id: note, patientId, text: 'waits' }, { authorId: person })
  const fileInput = { id: file, patientId, title: 'Film', name: 'a.png', type: 'image/png' as const, size: 3 }
  await change(db, maker, 'patient.addFile', fileInput, { authorId: person }, new Uint8Array([1, 2, 3]))
  await db.drafts.put({ name: `note:${patientId}`, value: 'half a sent' })
  return { note, file }
}
const all = async (db: Database) =>
  Object.fromEntries(await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()] as const)))

test('a whole shift is the same when encrypted, decrypts and encrypts again unchanged, and only then holds anything encrypted', async () => {
  const person = newId()
  const db = open(person, true)
  const { note } = await work(db, person)
  expect(await rowsIn(db, 'patient_note').get(note)).toMatchObject({ pending: 1, body: { text: 'waits' } })
  const before = await all(db)
  expect([await holdsSealed(person), await countWaiting(person)]).toEqual([true, { changes: 2, drafts: 1 }])
  await sealOver(person, sealOf(person, key), null)
  expect(await holdsSealed(person)).toBe(false)
  expect(await all(open(person, false))).toEqual(before)
  await sealOver(person, null, sealOf(person, key))
  // a page that was interrupted finds its state again at the next start
  await sealOver(person, null, sealOf(person, key))
  expect(await holdsSealed(person)).toBe(true)
  expect(await all(open(person, true))).toEqual(before)
})

test('without data, nothing is created and nothing waits', async () => {
  const person = newId()
  await sealOver(person, null, sealOf(person, key))
  expect([await holdsSealed(person), await countWaiting(person)]).toEqual([false, { changes: 0, drafts: 0 }])
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(databaseOf(person))
})

test('a sign-out without the key deletes the records and keeps waiting changes, with their file, to be opened later', async () => {
  const person = newId()
  const { file } = await work(open(person, true), person)
  await clearRecords(person)
  const db = open(person, true)
  expect((await db.outbox.toArray()).map(({ input }) => input['text'] ?? input['title'])).toEqual(['waits', 'Film'])
  expect((await db.blobs.get(file))?.bytes).toEqual(new Uint8Array([1, 2, 3]))
  expect([await db.drafts.count(), await db.settled.count(), await rowsIn(db, 'patient_note').count()]).toEqual([
    0, 0, 0,
  ])
})
