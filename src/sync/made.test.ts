// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { openDatabase, type Database, type StoredRow } from '../db/database.ts'
import { change } from './change.ts'
import { baseOf, wasOf } from './made.ts'

const ID = newId()
const maker = { person: newId(), name: 'Dr. A', host: 'test', now: Date.UTC(2026, 10, 21, 9) }
const VISIT: StoredRow = {
  id: ID,
  _b: ['doctor'],
  version: 7,
  pending: 0,
  start: '2026-11-21T12:00:00.000Z',
  patientId: 'p',
  body: { patientName: 'Z' },
}
let db: Database
beforeEach(() => void (db = openDatabase(newId())))
afterEach(() => db.delete())
const update = { call: 'appointment.update', input: { id: ID, note: 'x' } } as const

test('a record whose row has left the device is judged by the version of the last waiting change, never of the first', async () => {
  await db.table('appointment').put(VISIT)
  await change(db, maker, 'appointment.cancel', { id: ID, reason: 'ill' })
  // as a sign-out leaves it
  await db.base.toCollection().modify({ row: null, gone: false })
  await db.table('appointment').clear()
  expect(await baseOf(db, update)).toBe(7)
})

test('a record being created here starts at 1; an unknown one has no base', async () => {
  expect(await baseOf(db, update)).toBeNull()
  const id = newId()
  await change(db, maker, 'patient.addNote', { id, patientId: newId(), text: 'x' }, { authorId: maker.person })
  expect(await baseOf(db, { call: 'patient.editNote', input: { id, text: 'y' } } as never)).toBe(1)
})

test.each(['appointment.arrive', 'appointment.noShow', 'appointment.complete', 'appointment.cancel'] as const)(
  '%s stores what its author saw: when the visit is, and whose',
  async (call) => {
    await db.table('appointment').put(VISIT)
    expect(await wasOf(db, { call, input: { id: ID } })).toEqual({ start: VISIT['start'], patientId: 'p' })
  },
)
