import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../contract/id.ts'
import { dropToken, onSessionChange, readSession, writeSession, type SessionRecord } from './session.ts'
import { inSessionStore, SESSION_DATABASE } from './session-store.ts'

afterEach(() => vi.restoreAllMocks())

const recordOf = (token: string): SessionRecord => ({
  token,
  session: newId(),
  person: {
    id: newId(),
    uuid: newId(),
    type: 'doctor',
    name: 'Emre Tunçbilek',
    email: 'emre@example.org',
    phone: null,
    lang: 'tr',
    clinicId: null,
    superadmin: false,
  },
  clinicId: null,
  expiresAt: Infinity,
  offset: 0,
})

test('who ask at the same time share one reading', async () => {
  await writeSession(recordOf('one'))
  const opened = vi.spyOn(indexedDB, 'open')
  const all = await Promise.all([readSession(), readSession(), readSession()])
  expect(all.map((record) => record?.token)).toEqual(['one', 'one', 'one'])
  expect(opened).toHaveBeenCalledOnce()
})

/** A reading that has begun and is not answered. */
const stuckReading = () => {
  vi.spyOn(indexedDB, 'open').mockReturnValueOnce({} as IDBOpenDBRequest)
  void readSession()
}

test('SPEC §8: who asks once a token is being written or dropped is told of that, whatever was being read', async () => {
  stuckReading()
  const written = writeSession(recordOf('two'))
  expect((await readSession())?.token).toBe('two')
  await written
  stuckReading()
  await dropToken()
  expect(await readSession()).toBeNull()
})

test('a tab that hears of another’s change asks anew', async () => {
  await writeSession(recordOf('one'))
  const heard = new Promise<SessionRecord | null>((told) => {
    const stop = onSessionChange(() => {
      stop()
      void readSession().then(told)
    })
  })
  stuckReading()
  const other = new BroadcastChannel(SESSION_DATABASE)
  await inSessionStore('readwrite', (store) => store.delete('current'))
  other.postMessage(null)
  expect(await heard).toBeNull()
  other.close()
})
