// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { databaseOf } from '../db/name.ts'
import { DATABASE_VERSION, NewerDatabase, rowsIn, withDatabase, type Database, type StoredRow } from '../db/database.ts'
import type { Entry, Settled } from '../db/entry.ts'
import { change, NotSaved } from './change.ts'
import { eligible } from './eligible.ts'
import { ended, remember } from './ended.ts'
import { openOrRescue } from './rescue.ts'

/**
 * The tables as each released build made them; add to them, never change them: a device that has slept for a year wakes
 * with one of these, and with unsent work in it.
 */
const FIRST = {
  appointment: 'id, *_b, start',
  outbox: '++seq, &id, *keys',
  base: '[tbl+id]',
  settled: '++n',
  replies: 'key, at',
  blobs: 'id, keep',
  facts: 'name',
  drafts: 'name',
}
const SHIPPED: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1: FIRST,
  2: FIRST,
  3: FIRST,
  4: FIRST,
}
/** How each build recorded ended changes. */
const ENDED: Readonly<Record<number, (entry: Entry) => Settled>> = {
  1: (entry) => ({ n: 1, entry, end: 'sent', at: ENDED_AT }),
  2: (entry) => ({ n: 1, entries: [entry], end: 'sent', at: ENDED_AT }),
  3: (entry) => ({ n: 1, entries: [entry], end: 'sent', at: ENDED_AT }),
  4: (entry) => ({ n: 1, entries: [entry], end: 'sent', at: ENDED_AT }),
}
const ENDED_AT = '2026-11-18T09:00:00.000Z'

/** A record as every build has written it: clear columns, and the rest in its body. */
const VISIT: StoredRow = {
  id: '0197c0de-0000-7000-8000-000000000001',
  _b: ['doctor'],
  version: 7,
  pending: 1,
  start: '2026-11-18T12:00:00.000Z',
  body: { patientName: 'Zerrin Şedefkıran', note: 'Watch the left ear' },
}
const NOW = Date.UTC(2026, 10, 18, 9)
let person: string
beforeEach(() => {
  person = newId()
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  return () => vi.unstubAllGlobals()
})

/** A waiting change as that build wrote it. */
async function waiting() {
  const scratch = await openOrRescue(newId())
  const maker = { person, name: 'P', host: 'test', now: NOW }
  await change(
    scratch.db,
    maker,
    'patient.addNote',
    { id: newId(), patientId: newId(), text: 'Sabah arayın' },
    { authorId: person },
  )
  const { seq: _, ...entry } = (await scratch.db.outbox.toArray())[0]!
  scratch.db.close()
  return entry
}

async function made(version: number, stores: Readonly<Record<string, string>>) {
  const entry = await waiting()
  const old = new Dexie(databaseOf(person)) as Database
  old.version(version).stores(stores)
  await old.open()
  await old.outbox.add(entry)
  await rowsIn(old, 'appointment').add(VISIT)
  await old.base.add({ tbl: 'appointment', id: VISIT.id, row: { ...VISIT, pending: 0, version: 6 } })
  if (ENDED[version]) await old.settled.add(ENDED[version](entry))
  await old.drafts.put({ name: 'note', value: { text: 'half a sentence' } })
  old.close()
  return entry
}

test('the current version is among the shipped ones', () =>
  expect(Object.keys(SHIPPED)).toContain(String(DATABASE_VERSION)))

test.each(Object.entries(SHIPPED))(
  'a database of version %s opens with its records, drafts and waiting changes, ready to be sent',
  async (version, stores) => {
    const entry = await made(Number(version), stores)
    const { db, rescued } = await openOrRescue(person)
    expect(rescued).toBeNull()
    const [kept] = await db.outbox.toArray()
    expect(kept).toMatchObject(entry)
    expect(eligible([kept!], NOW + 1, 10)).toHaveLength(1)
    expect((await db.drafts.get('note'))?.value).toEqual({ text: 'half a sentence' })
    expect(await ended(db)).toMatchObject([{ entry, end: 'sent', at: ENDED_AT }])
    // what ends from now on is stored next to it
    await remember(db, [kept!], 'discarded', NOW)
    expect((await ended(db)).map(({ end }) => end)).toEqual(['discarded', 'sent'])
    expect(await rowsIn(db, 'appointment').where('_b').equals('doctor').toArray()).toEqual([VISIT])
    expect(await db.base.get(['appointment', VISIT.id])).toMatchObject({ row: { version: 6, body: VISIT.body } })
    // tables added since then exist
    expect(await rowsIn(db, 'clinic').count()).toBe(0)
    db.close()
  },
)

test('a newer build’s database is reported and left as it is, however often it is tried', async () => {
  const entry = await made(DATABASE_VERSION + 1, { ...SHIPPED[DATABASE_VERSION], brandNew: 'id' })
  for (const _ of [1, 2, 3]) await expect(openOrRescue(person)).rejects.toThrow(NewerDatabase)
  const newer = new Dexie(databaseOf(person))
  await newer.open()
  expect(Math.floor(newer.verno)).toBe(DATABASE_VERSION + 1)
  expect(newer.tables.map(({ name }) => name)).toContain('brandNew')
  expect((await newer.table('outbox').toArray())[0]).toMatchObject({ id: entry.id })
  newer.close()
})

test('R92: a tab that is open while a newer build takes over the database never writes to it again', async () => {
  const { db } = await openOrRescue(person)
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseOf(person), (DATABASE_VERSION + 1) * 10)
    opening.onsuccess = () => resolve(opening.result.close())
    opening.onerror = () => reject(opening.error)
  })
  const maker = { person, name: 'P', host: 'test', now: NOW }
  const note = { id: newId(), patientId: newId(), text: 'too late' }
  await expect(change(db, maker, 'patient.addNote', note, { authorId: person })).rejects.toThrow(NotSaved)
  await expect(withDatabase(person, (again) => again.outbox.count())).rejects.toThrow(NewerDatabase)
})
