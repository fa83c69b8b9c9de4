// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { WIPE_HEADER } from '../../contract/session/session.rules.ts'
import type { Person } from '../../contract/session/session.ts'
import { sendAs } from '../api/http.ts'
import { forgetLeft, keepLeft, readLeft } from '../api/left.ts'
import type { SessionRecord } from '../api/session-record.ts'
import { readSession, writeSession } from '../api/session.ts'
import { onWipe } from '../api/wipe.ts'
import { databaseOf } from '../db/name.ts'
import { openDatabase } from '../db/database.ts'
import { makeKey, readKeyRecord } from '../db/device-key.ts'
import { askLeft } from './ask-left.ts'
import { wipePerson } from './wipe.ts'

/** A server that ends every session, with a wipe or without. */
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
  const person = { id: newId(), name: 'A', type: 'doctor' } as Person // no other field is used here
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

test('a reply with the wipe order deletes key, records and session; one without it deletes none of them', async () => {
  const session = await signedIn('one')
  await sendAs(session)({ method: 'GET', url: await refusing(false) })
  expect([await isHere(session), (await readSession())?.token]).toEqual([[true, true], 'one'])
  await sendAs(session)({ method: 'GET', url: await refusing(true) })
  expect([await isHere(session), await readSession()]).toEqual([[false, false], null])
})

/** A server that ends the session of one token's hash, and knows no other. */
async function wiping(hash: () => string): Promise<string[]> {
  const names: string[] = []
  const server = createServer(({ headers }, reply) => {
    names.push(headers.authorization ?? '')
    reply.writeHead(401, {
      'content-type': 'application/json',
      ...(headers.authorization === hash() && { [WIPE_HEADER]: '1' }),
    })
    reply.end('{"status":false,"refused":"token_invalid"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no port')
  const real = globalThis.fetch
  // in the app, addresses are relative to its own host
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    real(new URL(input, `http://127.0.0.1:${address.port}`), init),
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
    server.close()
  })
  return names
}

test('while someone else is signed in, the device asks about those who left with a hash alone, and deletes only the named ones', async () => {
  for (const { person } of await readLeft()) await forgetLeft(person)
  const [a, c] = [await signedIn('of a'), await signedIn('of c')]
  for (const { person, token } of [a, c]) await keepLeft(person.id, token)
  const b = await signedIn('of b')
  await keepLeft(b.person.id, b.token)
  let named = ''
  const names = await wiping(() => named)
  await askLeft()
  expect([await isHere(a), await isHere(c), names.length]).toEqual([[true, true], [true, true], 2])
  expect(names.join()).not.toMatch(/of [abc]/)
  named = createHash('sha256').update('of a').digest('base64url')
  await askLeft()
  expect([await isHere(a), await isHere(c), await isHere(b)]).toEqual([
    [false, false],
    [true, true],
    [true, true],
  ])
  expect((await readSession())?.token).toBe('of b')
  expect((await readLeft()).map(({ person }) => person).toSorted()).toEqual([b.person.id, c.person.id].toSorted())
})

test('a person who has signed in since is not affected', async () => {
  const before = await signedIn('one')
  const after = await signedIn('two')
  await sendAs(before)({ method: 'GET', url: await refusing(true) })
  expect([await isHere(after), (await readSession())?.token]).toEqual([[true, true], 'two'])
})
