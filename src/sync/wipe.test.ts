// first of all imports: Dexie looks for IndexedDB when it is loaded
import 'fake-indexeddb/auto'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { newId } from '../../contract/id.ts'
import { WIPE_HEADER } from '../../contract/session.account.ts'
import type { Person } from '../../contract/session.ts'
import { sendAs } from '../api/http.ts'
import { readSession, writeSession, type SessionRecord } from '../api/session.ts'
import { onWipe } from '../api/wipe.ts'
import { databaseOf, openDatabase } from '../db/database.ts'
import { makeKey, readKeyRecord } from '../db/device-key.ts'
import { wipePerson } from './wipe.ts'

/** A server that ends every session, with the word to wipe or without. */
async function refusing(wipes: boolean): Promise<string> {
  const server = createServer((_, reply) => {
    reply.writeHead(401, { 'content-type': 'application/json', ...(wipes && { [WIPE_HEADER]: '1' }) })
    reply.end('{"status":false,"refused":"token_invalid"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  return `http://127.0.0.1:${address.port}/api/auth`
}

/** A person with work on this device, signed in. */
async function signedIn(token: string): Promise<SessionRecord> {
  const person = { id: newId(), name: 'A', type: 'doctor' } as Person // no more of it is looked at here
  const db = openDatabase(person.id)
  await db.drafts.put({ name: 'note', value: 'half' })
  db.close()
  await makeKey(person.id, 'first', async () => new Uint8Array(32))
  const record = {
    token,
    session: 's',
    person,
    clinicId: null,
    expiresAt: Date.now() + 60_000,
    offset: 0,
    shared: true,
  }
  await writeSession(record)
  return record
}
const isHere = async ({ person }: SessionRecord) => [
  (await indexedDB.databases()).some(({ name }) => name === databaseOf(person.id)),
  (await readKeyRecord(person.id)) !== null,
]
onWipe(wipePerson)

test('the word to wipe on an answer takes key, records and session; an answer without it takes none of them', async () => {
  const session = await signedIn('one')
  await sendAs(session)({ method: 'GET', url: await refusing(false) })
  expect([await isHere(session), (await readSession())?.token]).toEqual([[true, true], 'one'])
  await sendAs(session)({ method: 'GET', url: await refusing(true) })
  expect([await isHere(session), await readSession()]).toEqual([[false, false], null])
})

test('whoever has signed in since is not meant', async () => {
  const before = await signedIn('one')
  const after = await signedIn('two')
  await sendAs(before)({ method: 'GET', url: await refusing(true) })
  expect([await isHere(after), (await readSession())?.token]).toEqual([[true, true], 'two'])
})
