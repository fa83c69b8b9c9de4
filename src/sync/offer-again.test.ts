// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { BatchCall } from '../../contract/sync/sync.ts'
import type { JsonObject, Send } from '../api/http.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { change } from './change.ts'
import { cycle } from './cycle.ts'
import { fetchAll } from './offer-again.ts'
import { sendAll } from './send.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const person = newId()
const patientId = newId()
let db: Database
beforeEach(() => void (db = openDatabase(newId())))
afterEach(() => db.delete())

const note = () =>
  change(
    db,
    { person, name: 'P', host: 'test', now: NOW },
    'patient.addNote',
    { id: newId(), patientId, text: 'x' },
    { authorId: person },
  )
const answer = (body: JsonObject) =>
  ({ kind: 'answer', status: 200, body: { status: true, ...body }, retryAfter: null }) as const

/**
 * A restored server that has lost those of the listed keys for which `isLost` is true. `came`: the keys sent to it, in
 * order.
 */
function restored(isLost: (key: string) => boolean): { readonly send: Send; readonly came: string[] } {
  const came: string[] = []
  const send: Send = async ({ url, body }) => {
    if (url.startsWith('/api/sync/unknown')) {
      const { keys } = body as { keys: string[] } // what `offer-again.ts` has just written
      return answer({ unknown: keys.filter(isLost) })
    }
    if (url.startsWith('/api/sync')) return answer({ cursor: 'c', more: false, gone: {}, rows: {}, restored: true })
    if (url !== '/api/batch') return answer({})
    const { calls } = body as { calls: BatchCall[] } // what `send.ts` has just written
    came.push(...calls.map(({ key }) => key))
    return answer({ answers: calls.map(() => ({ status: 200, body: { status: true } })) })
  }
  return { send, came }
}

test.each([
  ['none', () => false],
  ['all', () => true],
])(
  'R69: 250 waiting changes and 300 answered ones, of which a restored server has lost %s: the device catches up',
  async (_, isLost) => {
    const before = restored(() => false)
    for (let n = 0; n < 300; n++) await note()
    expect(await sendAll(db, before.send, person, () => NOW)).toBe('empty')
    const waiting: string[] = []
    for (let n = 0; n < 250; n++) waiting.push(await note())
    const after = restored(isLost)
    expect(await fetchAll(db, after.send, person, () => NOW)).toBe('done')
    expect(await db.outbox.count()).toBe(0)
    expect(after.came).toEqual([...(isLost() ? before.came : []), ...waiting])
  },
)

test('R69: what was answered before a failed pull is offered again by a device whose cursor a restored server still knows', async () => {
  // a life of the server in which the change was answered and nothing happened after it
  const before = restored(() => false)
  const known: Send = async (request) => {
    const its = await before.send(request)
    return its.kind === 'answer' && request.url.startsWith('/api/sync')
      ? { ...its, body: { ...its.body, restored: undefined } }
      : its
  }
  const round = (send: Send) =>
    cycle(db, { person, send, now: () => NOW, lock: (_, work) => work(), signedOut: async () => {} })
  expect(await round(known)).toBe('online')
  await note()
  expect(
    await round(async (request) =>
      request.url.startsWith('/api/sync') ? { kind: 'none', why: 'stalled' } : known(request),
    ),
  ).toBe('offline')
  expect(before.came).toHaveLength(1)
  // another life, which accepts the cursor and does not know the change
  const after: string[] = []
  const requests: string[] = []
  const setBack: Send = async (request) => {
    requests.push(request.url.split('?')[0]!)
    if (request.url.startsWith('/api/sync/unknown')) {
      const { keys } = request.body as { keys: string[] } // what `offer-again.ts` has just written
      return answer({ unknown: keys.filter((key) => !after.includes(key)) })
    }
    if (request.url === '/api/batch')
      after.push(...(request.body as { calls: BatchCall[] }).calls.map(({ key }) => key))
    return known(request)
  }
  expect(await round(setBack)).toBe('online')
  expect(after).toEqual([before.came[0]])
  // and only once
  requests.length = 0
  await round(setBack)
  expect([after.length, requests.includes('/api/sync/unknown')]).toEqual([1, false])
})
