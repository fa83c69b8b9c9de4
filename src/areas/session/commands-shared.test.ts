// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { openDatabase } from '../../db/database.ts'
import type { Entry } from '../../db/entry.ts'
import { destroyKey, readKeyRecord } from '../../db/device-key.ts'
import { heldKey, releaseKey } from '../../db/held-key.ts'
import { sealOf } from '../../db/seal.ts'
import { change } from '../../sync/change.ts'
import { countWaiting, holdsSealed } from '../../sync/seal-over.ts'
import { giveUpSealed, prepareAlone, prepareDevice } from './commands-shared.ts'

/** A fast key derivation for the test; `device-key.test.ts` checks how slow the real one is. */
const quick = async (secret: string, salt: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array([...new TextEncoder().encode(secret), ...salt])))
const signIn = (person: string, password: string, shared: boolean) => prepareDevice(person, password, shared, quick)
afterEach(releaseKey)

/** Opens the person's database with the key in memory, if any. */
const open = (person: string) => {
  const key = heldKey(person)
  return openDatabase(person, key && sealOf(person, key))
}
async function work(person: string) {
  const db = open(person)
  const maker = { person, name: 'Dr. A', host: 'test', now: 1 }
  await change(db, maker, 'patient.addNote', { id: newId(), patientId: newId(), text: 'waits' }, { authorId: person })
  db.close()
}
async function waiting(person: string) {
  const db = open(person)
  // without a key, entries have no input
  const texts = (await db.outbox.toArray()).map(({ input }: { input?: Entry['input'] }) => input?.['text'])
  db.close()
  return texts
}

test('the next morning the same password opens the waiting changes; without it nothing can be read', async () => {
  const person = newId()
  expect(await signIn(person, 'first', true)).toEqual({ kind: 'shared' })
  await work(person)
  releaseKey()
  expect(await waiting(person)).toEqual([undefined])
  expect(await signIn(person, 'first', true)).toEqual({ kind: 'shared' })
  expect(await waiting(person)).toEqual(['waits'])
})

test('the other choice at the next sign-in re-encrypts local data, and waiting changes are kept', async () => {
  const person = newId()
  expect(await signIn(person, 'first', false)).toEqual({ kind: 'personal' })
  await work(person)
  expect(await readKeyRecord(person)).toBeNull()
  expect(await signIn(person, 'first', true)).toEqual({ kind: 'shared' })
  expect([await holdsSealed(person), await waiting(person)]).toEqual([true, ['waits']])
  releaseKey()
  expect(await signIn(person, 'first', false)).toEqual({ kind: 'personal' })
  expect([await holdsSealed(person), await waiting(person), await readKeyRecord(person)]).toEqual([
    false,
    ['waits'],
    null,
  ])
})

test('after a password change elsewhere, waiting changes stay until they are opened or given up, with either choice', async () => {
  const person = newId()
  await signIn(person, 'first', true)
  await work(person)
  releaseKey()
  for (const shared of [true, false])
    expect(await signIn(person, 'second', shared)).toEqual({ kind: 'closed', changes: 1, drafts: 0 })
  await signIn(person, 'first', true)
  expect(await waiting(person)).toEqual(['waits'])
  releaseKey()
  await giveUpSealed(person, 'second', quick)
  expect(heldKey(person)).not.toBeNull()
  expect([await countWaiting(person), await waiting(person)]).toEqual([{ changes: 0, drafts: 0 }, []])
})

test('without waiting changes, another password or a destroyed key starts over without a question', async () => {
  const person = newId()
  await signIn(person, 'first', true)
  const db = open(person)
  await db.replies.put({ key: 'kept', at: 1, reply: 'of yesterday' })
  db.close()
  releaseKey()
  expect(await signIn(person, 'second', true)).toEqual({ kind: 'shared' })
  await work(person)
  await destroyKey(person)
  releaseKey()
  expect(await signIn(person, 'second', false)).toEqual({ kind: 'personal' })
  expect([await holdsSealed(person), await waiting(person)]).toEqual([false, []])
})

test('signing in without a password finds nothing encrypted of that person, or asks for the password', async () => {
  const person = newId()
  expect(await prepareAlone(person)).toBe(true)
  await signIn(person, 'first', true)
  await work(person)
  releaseKey()
  expect([await prepareAlone(person), await countWaiting(person)]).toEqual([false, { changes: 1, drafts: 0 }])
  await signIn(person, 'first', false)
  expect(await waiting(person)).toEqual(['waits'])
  expect([await prepareAlone(person), await waiting(person)]).toEqual([true, ['waits']])
  // no one can read any more what the destroyed key encrypted
  await signIn(person, 'first', true)
  releaseKey()
  await destroyKey(person)
  expect([await prepareAlone(person), await holdsSealed(person)]).toEqual([true, false])
})
