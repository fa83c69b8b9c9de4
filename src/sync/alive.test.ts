// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { Send } from '../api/http.ts'
import { openDatabase, type Database } from '../db/database.ts'
import { whileAlive } from './alive.ts'
import { cycle } from './cycle.ts'
import { StoodStill } from './storage.ts'

const MINUTE = 60_000
const none: Send = async () => ({ kind: 'none' })
let tabs: Database[]
beforeEach(() => {
  const person = newId()
  tabs = [openDatabase(person), openDatabase(person)]
  vi.stubGlobal('navigator', { onLine: true })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  for (const db of tabs) await db.delete()
})

test('I10: a tab whose database hangs releases the lock, and another tab’s round runs', async () => {
  const [first, second] = tabs as [Database, Database]
  let turn: Promise<unknown> = Promise.resolve()
  const lock = <T>(_: string, work: () => Promise<T>) => {
    const its = turn.then(work, work)
    turn = its.catch(() => undefined)
    return its
  }
  const context = { person: newId(), send: none, now: () => 0, lock, signedOut: async () => {} }
  let isHung = () => {}
  const hung = new Promise<void>((done) => (isHung = done))
  vi.spyOn(first.facts, 'get').mockImplementation(() => (isHung(), new Promise(() => {}) as never)) // as browsers sometimes hang
  const dead = cycle(first, context)
  const next = cycle(second, context)
  const ended = dead.catch((error: unknown) => error)
  await hung
  vi.advanceTimersByTime(2 * MINUTE)
  expect(await ended).toBeInstanceOf(StoodStill)
  expect(await next).toBe('offline')
})

test('I7: an abandoned round sends nothing more and ignores replies, however long it lives', async () => {
  const send = vi.fn<Send>(async () => ({ kind: 'answer', status: 200, body: { status: true }, retryAfter: null }))
  let goOn = () => {}
  const late: unknown[] = []
  const round = whileAlive(send, async (sendAlive) => {
    await new Promise<void>((done) => (goOn = done))
    late.push(await sendAlive({ method: 'POST', url: '/api/batch' }))
  })
  vi.advanceTimersByTime(2 * MINUTE)
  await expect(round).rejects.toThrow(StoodStill)
  goOn()
  await vi.waitFor(() => expect(late).toEqual([{ kind: 'none' }]))
  expect(send).not.toHaveBeenCalled()
})

test('each exchange has its own deadline, and each counts as a sign of life', async () => {
  const answers: (() => void)[] = []
  const send: Send = () => new Promise((done) => answers.push(() => done({ kind: 'none' })))
  const round = whileAlive(send, async (sendAlive) => {
    for (const url of ['/a', '/b', '/c']) await sendAlive({ method: 'GET', url })
    return 'done'
  })
  for (let n = 0; n < 3; n++) {
    await vi.waitFor(() => expect(answers.length).toBe(n + 1))
    vi.advanceTimersByTime(5.5 * MINUTE)
    answers[n]!()
  }
  expect(await round).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})
