// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Person } from '../../contract/session/session.ts'
import { readLeft } from '../../src/api/left.ts'
import { readSession, writeSession } from '../../src/api/session.ts'
import { databaseOf } from '../../src/db/name.ts'
import { openDatabase } from '../../src/db/database.ts'
import { readKeyRecord } from '../../src/db/device-key.ts'
import { heldKey } from '../../src/db/held-key.ts'
import { sealOf } from '../../src/db/seal.ts'
import { leaveSealed } from '../../src/areas/session/commands-sign-out.ts'
import { comeBack, prepareDevice } from '../../src/areas/session/commands-shared.ts'
import { askLeft } from '../../src/sync/ask-left.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

const HOST = 'kuzey.localhost'
const PASSWORD = 'Correct-horse-9'
let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

/** Derives keys as fast as a test wants. */
const quick = async (secret: string, salt: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array([...new TextEncoder().encode(secret), ...salt])))

test('TRUST D18: A orders the ward’s tablet wiped while B is signed in there: at its next contact A’s encrypted records and key are gone, B’s stay, and no one is signed out', async () => {
  standOnThisHost()
  const [a, b] = [server.world.people.doctorKuzey.id, server.world.people.deskKuzey.id]
  await signInHere(a, await server.signIn('doctorKuzey', HOST))
  await leaveSealed()
  const elsewhere = await server.signIn('doctorKuzey', HOST)
  const leftDevice = async () =>
    ((await elsewhere.call('session.list', {})).body['sessions'] as { id: string; left: boolean }[]).find(
      ({ left }) => left,
    )
  await vi.waitFor(async () => expect(await leftDevice()).toBeDefined())
  await signInHere(b, await server.signIn('deskKuzey', HOST))

  // no one has ordered their removal: the server is asked about them, and they stay
  await askLeft()
  expect([await isHere(a), await isHere(b)]).toEqual([true, true])
  const { id } = (await leftDevice())!
  expect((await elsewhere.call('session.endOther', { id, wipe: true })).body['ended']).toBe(1)
  await askLeft()
  expect([await isHere(a), await readKeyRecord(a)]).toEqual([false, null])
  expect([await isHere(b), heldKey(b) !== null, (await readSession())?.person.id]).toEqual([true, true, b])
  expect((await readLeft()).map(({ person }) => person)).toEqual([b])
})

/** In the app, addresses are relative to its own host. */
function standOnThisHost() {
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers, body }: RequestInit) => {
    const sent = Object.fromEntries(new Headers(headers))
    const {
      statusCode,
      headers: heard,
      body: text,
    } = await server.app.inject({
      method: method as 'GET',
      url,
      headers: { ...sent, host: HOST },
      ...(typeof body === 'string' && { payload: body }),
    })
    return new Response(text, {
      status: statusCode,
      headers: Object.entries(heard).map(([name, value]): [string, string] => [name, String(value)]),
    })
  })
  onTestFinished(() => void vi.unstubAllGlobals())
}

/** Signs in as the sign-in page does on a shared device; then writes something of theirs. */
async function signInHere(id: string, { headers }: Client) {
  await prepareDevice(id, PASSWORD, true, quick)
  const token = String(headers['authorization'])
  await writeSession({
    token,
    session: String(headers['session']),
    person: { id, name: 'A' } as Person, // no other field is used here
    clinicId: null,
    // never, for this test
    expiresAt: Number.MAX_SAFE_INTEGER,
    offset: 0,
    shared: true,
  })
  await comeBack(id, token, true)
  const db = openDatabase(id, sealOf(id, heldKey(id)!))
  await db.drafts.put({ name: 'note', value: 'half a sentence' })
  db.close()
}

const isHere = async (person: string) => (await indexedDB.databases()).some(({ name }) => name === databaseOf(person))
