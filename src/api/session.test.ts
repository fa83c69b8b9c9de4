import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { SessionRecord } from './session-record.ts'
import { dropToken, onSessionChange, readSession, writeSession } from './session.ts'
import { inSessionStore, SESSION_DATABASE } from './session-store.ts'
import { sessionRecord } from './testing.ts'

afterEach(() => vi.restoreAllMocks())

test('concurrent reads share one', async () => {
  await writeSession(sessionRecord({ token: 'one' }))
  const opened = vi.spyOn(indexedDB, 'open')
  const all = await Promise.all([readSession(), readSession(), readSession()])
  expect(all.map((record) => record?.token)).toEqual(['one', 'one', 'one'])
  expect(opened).toHaveBeenCalledOnce()
})

/** A read that has begun and does not end. */
const stuckReading = () => {
  vi.spyOn(indexedDB, 'open').mockReturnValueOnce({} as IDBOpenDBRequest)
  void readSession()
}

test('SPEC §8: a read that starts while a token is being written or dropped sees the new state', async () => {
  stuckReading()
  const written = writeSession(sessionRecord({ token: 'two' }))
  expect((await readSession())?.token).toBe('two')
  await written
  stuckReading()
  await dropToken()
  expect(await readSession()).toBeNull()
})

test('a tab reads again after another tab’s change', async () => {
  await writeSession(sessionRecord({ token: 'one' }))
  const firstAnswer = new Promise<SessionRecord | null>((told) => {
    const stop = onSessionChange(() => {
      stop()
      void readSession().then(told)
    })
  })
  stuckReading()
  const other = new BroadcastChannel(SESSION_DATABASE)
  await inSessionStore('readwrite', (store) => store.delete('current'))
  other.postMessage(null)
  expect(await firstAnswer).toBeNull()
  other.close()
})
