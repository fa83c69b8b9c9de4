// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { Response_, Send } from '../api/http.ts'
import { openDatabase, rowsIn, type Database } from '../db/database.ts'
import { store } from '../db/row.ts'
import { change } from './change.ts'
import { cycle } from './cycle.ts'
import { endPause } from './hold.ts'
import { sendAll } from './send.ts'
import { discard, isHere } from './settle.ts'
import { aVisit } from '../../tests/support/visit.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const maker = { person: newId(), name: 'Dr. A', host: 'test', now: NOW }

let db: Database
beforeEach(async () => {
  db = openDatabase(newId())
  const id = newId()
  await rowsIn(db, 'appointment').put(store('appointment', { ...aVisit, id }, { _b: ['x'], pending: 0 }))
  await change(db, maker, 'appointment.update', { id, note: 'first' })
})
afterEach(() => db.delete())

const entry = async () => (await db.outbox.toArray())[0]!
const sendTo = (response: Response_) =>
  sendAll(
    db,
    async () => response,
    maker.person,
    () => NOW,
  )
const ours = (status: number, refused: string): Response_ => ({
  kind: 'answer',
  status,
  body: { status: false, refused },
  retryAfter: null,
})
const between = (status: number): Response_ => ({ kind: 'none', why: 'between', status })
const placed = (status: number): Response_ => ({
  kind: 'answer',
  status: 200,
  body: { status: true, answers: [{ status, body: { status: false, refused: 'busy' } }] },
  retryAfter: null,
})

describe('a change can be edited and undone as long as the server cannot have received it', () => {
  test.each([
    ['our server says that it has no time', ours(503, 'busy')],
    ['our server says that there were too many', ours(429, 'too_many_tries')],
    ['our server says so of this change alone', placed(503)],
    ['nobody is signed in any more', ours(401, 'token_invalid')],
    ['a portal leads elsewhere', between(0)],
    ['a portal says that one must sign in', between(511)],
    ['a proxy finds it too large', between(413)],
    ['a proxy wants to know who asks', between(407)],
  ])('%s', async (_, response) => {
    await sendTo(response)
    const its = await entry()
    expect([its.attempts, isHere(its)]).toEqual([1, true])
    expect(await discard(db, [its], NOW)).toBe(true)
  })

  test.each([
    ['nothing was reached: the answer may have got lost', { kind: 'none', why: 'unreached' } as const],
    ['the line stood still', { kind: 'none', why: 'stalled' } as const],
    ['a stranger answers with a page of its own', between(200)],
    ['a filter refuses, be it what came back', between(403)],
    ['a proxy gave up waiting', between(504)],
    ['our server broke on it, maybe after it was done', placed(500)],
  ])('and not after %s', async (_, response) => {
    await sendTo(response)
    const its = await entry()
    expect([its.attempts, isHere(its), await discard(db, [its], NOW)]).toEqual([1, false, false])
  })

  test('a refused connection today says nothing about a lost reply of yesterday', async () => {
    await sendTo({ kind: 'none', why: 'unreached' })
    await db.outbox.toCollection().modify({ nextTry: 0 })
    await sendTo(ours(429, 'too_many_tries'))
    await endPause(db)
    expect([(await entry()).attempts, isHere(await entry())]).toEqual([2, false])
  })

  test('changes sent by an older build count by their attempts', async () => {
    await db.outbox.toCollection().modify((its) => {
      delete (its as { mayHold?: boolean }).mayHold
      Object.assign(its, { attempts: 1 })
    })
    expect(isHere(await entry())).toBe(false)
  })
})

describe('before a change is sent the server is known to be reachable', () => {
  /** A round with its own clock; the requests are recorded. */
  const requests: string[] = []
  let clock = 0
  let isThere = true
  let answerCount = 0
  const send: Send = async ({ method, url }) => {
    requests.push(`${method} ${url.split('?')[0]}`)
    if (!isThere) return { kind: 'none', why: 'unreached' }
    return url.startsWith('/api/sync')
      ? {
          kind: 'answer',
          status: 200,
          body: { status: true, cursor: 'c', more: false, gone: {}, rows: {} },
          retryAfter: null,
        }
      : ours(503, 'busy')
  }
  const round = () => {
    requests.length = 0
    return cycle(db, {
      person: maker.person,
      send,
      now: () => NOW + clock,
      clock: () => clock,
      lock: (_, work) => work(),
      onAccepted: async () => void answerCount++,
      signedOut: async () => {},
    })
  }
  beforeEach(() => ((clock = 0), (isThere = true), (answerCount = 0)))

  test('a server that disappeared unnoticed is found out by a probe, before the change is sent', async () => {
    const [waiting] = await db.outbox.toArray()
    await db.outbox.clear()
    expect([await round(), answerCount]).toEqual(['online', 1])
    await db.outbox.put(waiting!)
    clock = 60_000
    isThere = false
    // and this does not count as hearing from the session (rule 89)
    expect([await round(), answerCount]).toEqual(['offline', 1])
    expect(requests).toEqual(['GET /api/auth/type'])
    expect([(await entry()).attempts, isHere(await entry())]).toEqual([0, true])
  })

  test('a server that answered a moment ago is not probed', async () => {
    const [waiting] = await db.outbox.toArray()
    await db.outbox.clear()
    await round()
    await db.outbox.put(waiting!)
    clock = 5000
    await round()
    expect(requests[0]).toBe('POST /api/batch')
  })
})
