// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import Dexie from 'dexie'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { readOwners } from '../api/owners.ts'
import { dropToken, writeSession } from '../api/session.ts'
import { sessionRecord } from '../api/testing.ts'
import { openDatabase, rowsIn, withDatabase } from '../db/database.ts'
import { databaseOf } from '../db/name.ts'
import { store } from '../db/row.ts'
import { sealOf } from '../db/seal.ts'
import { change } from './change.ts'
import { waitingHere, wipeOverdue } from './waiting-here.ts'
import { aVisit } from '../../tests/support/visit.ts'

const NOW = Date.now() - 3_600_000
afterEach(async () => {
  vi.unstubAllGlobals()
  for (const { person } of await readOwners()) {
    await Dexie.delete(databaseOf(person))
  }
  await waitingHere(null)
})

/** A person who was here, with waiting changes. */
async function left(changes: number, { until = NOW + 1e9, sealed = false } = {}): Promise<string> {
  const { person, ...rest } = sessionRecord({ expiresAt: until })
  await writeSession({ ...rest, person })
  await dropToken()
  const db = openDatabase(person.id, sealed ? sealOf(person.id, crypto.getRandomValues(new Uint8Array(32))) : null)
  const id = newId()
  await rowsIn(db, 'appointment').put(store('appointment', { ...aVisit, id }, { _b: ['x'], pending: 0 }))
  const maker = { person: person.id, name: person.name, host: 'test' }
  for (let n = 0; n < changes; n++)
    await change(
      db,
      { ...maker, now: NOW + n * 60_000 },
      n ? 'appointment.cancel' : 'appointment.arrive',
      n ? { id, reason: 'x' } : { id },
    )
  db.close()
  return person.id
}
const answerAt = (at: number) =>
  vi.stubGlobal('fetch', async () => Response.json({ status: true, session: newId(), now: new Date(at).toISOString() }))
const rowsOf = (person: string) =>
  withDatabase(person, async (db) => [await db.outbox.count(), await rowsIn(db, 'appointment').count()])

test.each([
  ['in the open', false],
  ['sealed', true],
])('whose changes are waiting is known without a key, %s: name, number, and since when', async (_, sealed) => {
  const person = await left(2, { sealed })
  expect(await waitingHere(null)).toEqual([
    { person, name: 'Emre Tunçbilek', changes: 2, since: new Date(NOW).toISOString() },
  ])
  expect(await waitingHere(person)).toEqual([])
})

test('the name is deleted with its database, and not before', async () => {
  const person = await left(1)
  await waitingHere(null)
  expect((await readOwners()).map((its) => its.person)).toEqual([person])
  await Dexie.delete(databaseOf(person))
  expect(await waitingHere(null)).toEqual([])
  expect(await readOwners()).toEqual([])
})

test('rule 89: seven days after the server last accepted the token the records are deleted, and unsent changes stay', async () => {
  const person = await left(2, { until: NOW })
  answerAt(NOW + 2000)
  await wipeOverdue()
  expect(await rowsOf(person)).toEqual([2, 0])
  expect((await waitingHere(null)).map(({ changes }) => changes)).toEqual([2])
})

test('with nothing to send the whole database is deleted', async () => {
  const person = await left(0, { until: NOW })
  answerAt(NOW + 2000)
  await wipeOverdue()
  expect(await Dexie.exists(databaseOf(person))).toBe(false)
})

test.each([
  ['the server’s clock does not say so, whatever this device’s does', () => answerAt(NOW - 2000)],
  ['there is no line', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('x')))],
  ['something in between answers', () => vi.stubGlobal('fetch', async () => new Response('<html>'))],
])('nothing is deleted if %s', async (_, answer) => {
  const person = await left(1, { until: NOW })
  answer()
  await wipeOverdue()
  expect(await rowsOf(person)).toEqual([1, 1])
})

test('the person signed in here is not affected', async () => {
  const person = await left(1, { until: NOW })
  const { person: own } = sessionRecord()
  await writeSession(sessionRecord({ person: { ...own, id: person }, expiresAt: Infinity }))
  answerAt(NOW + 2000)
  await wipeOverdue()
  expect(await rowsOf(person)).toEqual([1, 1])
  await dropToken()
})
