// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { BATCH, type BatchAnswer, type BatchCall } from '../../contract/sync/sync.ts'
import type { Send } from '../api/http.ts'
import { openDatabase, rowsIn, type Database } from '../db/database.ts'
import { store } from '../db/row.ts'
import { change } from './change.ts'
import { sendAll } from './send.ts'
import { aVisit } from '../../tests/support/visit.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const maker = { person: newId(), name: 'Dr. A', host: 'test', now: NOW }
const ids = Array.from({ length: 2 * BATCH + 30 }, newId)

let db: Database
beforeEach(async () => {
  db = openDatabase(newId())
  await rowsIn(db, 'appointment').bulkPut(
    ids.map((id) => store('appointment', { ...aVisit, id, version: 4 }, { _b: ['x'], pending: 0 })),
  )
  for (const id of ids) await change(db, maker, 'appointment.update', { id, note: 'first' })
  for (const id of ids.filter((_, i) => i % 3 === 0))
    await change(db, maker, 'appointment.cancel', { id, reason: 'after it' })
})
afterEach(() => db.delete())

describe('two batches of a long queue are in flight', () => {
  test('I1, I3, I7: each is sent once, and a dependant’s base is the reply to the change before it', async () => {
    const settings = openServer()
    const untaken: number[] = []
    const send: Send = async (request) => {
      const answered = settings.answered()
      const keys = new Set((await db.outbox.toArray()).map(({ id }) => id))
      untaken.push(answered.filter((key) => keys.has(key)).length)
      return settings.send(request)
    }
    expect(await sendAll(db, send, maker.person, () => NOW)).toBe('empty')
    expect(await db.outbox.toArray()).toEqual([])
    expect(settings.wrong).toEqual([])
    expect(settings.answered()).toHaveLength(new Set(settings.answered()).size)
    // the first batch finds nothing untaken, the second the whole first
    expect(untaken.slice(0, 2)).toEqual([0, BATCH])
  })

  test('SYNC “Eligible”: the second is sent before the first is answered, and a third is not', async () => {
    const settings = openServer()
    const [sent, answered]: [number[], number[]] = [[], []]
    const open: (() => void)[] = []
    const send: Send = async (request) => {
      const n = sent.push(sent.length + 1)
      await new Promise<void>((done) => open.push(done))
      answered.push(n)
      return settings.send(request)
    }
    const round = sendAll(db, send, maker.person, () => NOW)
    await vi.waitUntil(() => sent.length === 2)
    // time enough for a third
    await new Promise((done) => setTimeout(done, 100))
    expect([sent, answered]).toEqual([[1, 2], []])
    const letOn = setInterval(() => open.shift()?.(), 5)
    expect(await round).toBe('empty')
    clearInterval(letOn)
    expect(await db.outbox.toArray()).toEqual([])
    expect(settings.wrong).toEqual([])
  })

  test('I2, I3: if the first batch is lost, the second’s replies are kept, and the first is sent again', async () => {
    const settings = openServer()
    let requestCount = 0
    const send: Send = async (request) => {
      const answer = await settings.send(request)
      return ++requestCount === 1 ? { kind: 'none' } : answer
    }
    expect(await sendAll(db, send, maker.person, () => NOW)).toBe('offline')
    expect(requestCount).toBe(2)
    const left = await db.outbox.toArray()
    expect(left).toHaveLength(ids.length + Math.ceil(ids.length / 3) - BATCH)
    expect(left.filter(({ state }) => state !== 'ready')).toEqual([])
    expect(await sendAll(db, settings.send, maker.person, () => NOW + 120_000)).toBe('empty')
    expect(settings.wrong).toEqual([])
  })

  test('I2: a session that ends in between leaves nothing in flight', async () => {
    const settings = openServer()
    let requestCount = 0
    const send: Send = async (request) => {
      if (++requestCount === 2) return { kind: 'answer', status: 401, body: { status: false }, retryAfter: null }
      const answer = await settings.send(request)
      if (requestCount === 1 && answer.kind === 'answer') {
        const answers = answer.body['answers'] as BatchAnswer[] // the test server's own reply
        answers[BATCH - 1] = { status: 401, body: { status: false, refused: 'token_invalid' } }
      }
      return answer
    }
    expect(await sendAll(db, send, maker.person, () => NOW)).toBe('signed-out')
    const left = await db.outbox.toArray()
    expect(left.filter(({ state }) => state !== 'ready')).toEqual([])
    expect(left).toHaveLength(ids.length + Math.ceil(ids.length / 3) - BATCH + 1)
  })

  test('I2: if the replies cannot be stored, the next ones are still awaited', async () => {
    const settings = openServer()
    let requestCount = 0
    let failed = 0
    const fail = () => {
      failed++
      throw new Error('the disk is full')
    }
    const send: Send = async (request) => {
      const answer = await settings.send(request)
      if (++requestCount === 1) db.settled.hook('creating', fail)
      else {
        await vi.waitUntil(() => failed > BATCH, { timeout: 30_000 })
        db.settled.hook('creating').unsubscribe(fail)
      }
      return answer
    }
    await expect(sendAll(db, send, maker.person, () => NOW)).rejects.toThrow('the disk is full')
    expect(requestCount).toBe(2)
    expect(settings.wrong).toEqual([])
    expect(await sendAll(db, settings.send, maker.person, () => NOW)).toBe('empty')
    expect(await db.outbox.toArray()).toEqual([])
  })

  test('I7: if the disk fails as the second is sent, the first is awaited, and nothing is in flight when the round ends', async () => {
    const settings = openServer()
    let underWay = 0
    const fail = () => {
      throw new Error('the disk is full')
    }
    const send: Send = async (request) => {
      underWay++
      db.outbox.hook('updating', fail)
      await new Promise((done) => setTimeout(done, 100))
      db.outbox.hook('updating').unsubscribe(fail)
      underWay--
      return settings.send(request)
    }
    await expect(sendAll(db, send, maker.person, () => NOW)).rejects.toThrow('the disk is full')
    expect(underWay).toBe(0)
    // what was answered has been applied
    expect(await db.outbox.count()).toBe(ids.length + Math.ceil(ids.length / 3) - BATCH)
    expect(await sendAll(db, settings.send, maker.person, () => NOW)).toBe('empty')
    expect(settings.wrong).toEqual([])
  })
})

/**
 * A server of one table: it answers each key once and repeats that answer, and records changes based on another version
 * than its own.
 */
function openServer() {
  const versions = new Map(ids.map((id) => [id, 4]))
  const outcomes = new Map<string, BatchAnswer>()
  const wrong: string[] = []
  const one = ({ key, base, call, input }: BatchCall): BatchAnswer => {
    const known = outcomes.get(key)
    if (known) return known
    const { id } = input as { id: string } // what `send.ts` has just written
    if (base !== versions.get(id)) wrong.push(`${call} on ${base} of ${versions.get(id)}`)
    versions.set(id, versions.get(id)! + 1)
    const appointment = { ...aVisit, id, version: versions.get(id)! }
    const answer = { status: 200, body: { status: true, appointment } }
    outcomes.set(key, answer)
    return answer
  }
  const send: Send = async ({ body }) => {
    const { calls } = body as { calls: BatchCall[] } // what `send.ts` has just written
    return { kind: 'answer', status: 200, body: { status: true, answers: calls.map(one) }, retryAfter: null }
  }
  return { send, wrong, answered: () => [...outcomes.keys()] }
}
