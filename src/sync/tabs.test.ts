// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Send } from '../api/http.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { PullPage } from '../../contract/sync/sync.ts'
import { openDatabase, rowsIn, type Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { change } from './change.ts'
import { hashOf } from './checksum.ts'
import { tryAgain } from './decide.ts'
import { applyPage, pullAll } from './pull.ts'
import { sendAll } from './send.ts'
import { discard } from './settle.ts'

const ID = newId()
const NOW = Date.UTC(2026, 10, 21, 9)
const maker = { person: newId(), name: 'Dr. A', host: 'test', now: NOW }

/** Two tabs of one person on one device. */
let tabs: readonly [Database, Database]
beforeEach(() => {
  const name = newId()
  tabs = [openDatabase(name), openDatabase(name)]
})
afterEach(async () => {
  tabs[1].close()
  await tabs[0].delete()
})

const queue = () => tabs[0].outbox.orderBy('seq').toArray()
const parked = async (): Promise<Entry> => {
  await change(tabs[0], maker, 'appointment.cancel', { id: ID, reason: 'ill' })
  await tabs[0].outbox.toCollection().modify({ state: 'parked', attempts: 1 })
  return (await queue())[0]!
}
const page = (its: Partial<PullPage>): PullPage => ({
  status: true,
  cursor: 'c',
  more: false,
  gone: {},
  rows: {},
  ...its,
})

describe('two tabs at once', () => {
  test('I2: an edit merged into a change that is just being sent is neither lost nor sent twice', async () => {
    for (let n = 0; n < 20; n++) {
      await change(tabs[0], maker, 'appointment.update', { id: ID, note: 'first' })
      const sent: unknown[] = []
      const send: Send = async ({ body }) => {
        const { calls } = body as { calls: { input: unknown }[] } // what `send.ts` has just written
        sent.push(...calls.map(({ input }) => input))
        const answers = calls.map(() => ({ status: 200, body: { status: true } }))
        return { kind: 'answer', status: 200, body: { status: true, answers }, retryAfter: null }
      }
      await Promise.all([
        sendAll(tabs[0], send, maker.person, () => NOW),
        change(tabs[1], maker, 'appointment.update', { id: ID, note: `second ${n}` }),
      ])
      await sendAll(tabs[0], send, maker.person, () => NOW)
      expect(await queue()).toEqual([])
      expect(sent.at(-1)).toMatchObject({ note: `second ${n}` })
    }
  })

  test('I2: a change in flight cannot be undone', async () => {
    await change(tabs[0], maker, 'appointment.update', { id: ID, note: 'mine' })
    const seen = await queue()
    await tabs[1].outbox.toCollection().modify({ state: 'sending', attempts: 1 })
    expect(await discard(tabs[0], seen, NOW)).toBe(false)
    expect([await tabs[0].outbox.count(), await tabs[0].settled.count()]).toEqual([1, 0])
  })

  test('I3: “try again” in both tabs makes one new change, and none after a discard', async () => {
    const entry = await parked()
    const ids = await Promise.all(tabs.map((tab) => tryAgain(tab, entry, entry.input, NOW)))
    expect(ids.filter(Boolean)).toHaveLength(1)
    expect(await queue()).toMatchObject([{ id: ids.find(Boolean), state: 'ready', attempts: 0 }])
    await tabs[0].outbox.clear()
    const other = await parked()
    expect(await discard(tabs[0], [other], NOW)).toBe(true)
    expect(await tryAgain(tabs[1], other, other.input, NOW)).toBeNull()
    expect(await queue()).toEqual([])
  })
})

test.each([400, 413])(
  'I10: one entry that gives a whole batch %i is parked alone; the others are sent',
  async (status) => {
    const [db] = tabs
    const ids = [newId(), newId(), newId()]
    for (const id of ids)
      await change(db, maker, 'appointment.update', { id, note: id === ids[1] ? 'unreadable' : 'fine' })
    const applied: unknown[] = []
    const send: Send = async ({ body }) => {
      const { calls } = body as { calls: { input: { id: string; note: string } }[] } // what `send.ts` has just written
      if (calls.some(({ input }) => input.note === 'unreadable'))
        return { kind: 'answer', status, body: { status: false, refused: 'bad_input' }, retryAfter: null }
      applied.push(...calls.map(({ input }) => input.id))
      const answers = calls.map(() => ({ status: 200, body: { status: true } }))
      return { kind: 'answer', status: 200, body: { status: true, answers }, retryAfter: null }
    }
    expect(await sendAll(db, send, maker.person, () => NOW)).toBe('empty')
    expect(applied).toEqual([ids[0], ids[2]])
    expect(await queue()).toMatchObject([
      { state: 'parked', input: { id: ids[1] }, problem: { kind: 'fault', status } },
    ])
  },
)

describe('the device compared with the server', () => {
  const row = (version: number, _b: readonly string[]) => ({ id: ID, version, name: [], onlineCalls: true, _b })
  const held = () => rowsIn(tabs[0], 'branch').get(ID)

  test('I12, R69: after a restore the server’s rows are accepted although they are older; rows that do not return are deleted', async () => {
    const gone = newId()
    await applyPage(tabs[0], page({ rows: { branch: [row(9, ['all']), { ...row(3, ['all']), id: gone }] } }), NOW)
    await applyPage(tabs[0], page({ reset: true, rows: { branch: [row(4, ['all'])] } }), NOW)
    expect(await held()).toMatchObject({ version: 4, _b: ['all'] })
    expect(await rowsIn(tabs[0], 'branch').get(gone)).toBeUndefined()
  })

  test('I9: dropping a bucket removes a record even while a change hides it', async () => {
    await applyPage(tabs[0], page({ rows: { branch: [row(2, ['all'])] } }), NOW)
    await tabs[0].base.put({ tbl: 'branch', id: ID, row: (await held())! })
    await rowsIn(tabs[0], 'branch').delete(ID)
    await applyPage(tabs[0], page({ drop: ['all'] }), NOW)
    expect((await tabs[0].base.get(['branch', ID]))?.row ?? null).toBeNull()
  })

  test.each([
    ['lost', () => rowsIn(tabs[0], 'branch').delete(ID)],
    ['older', () => rowsIn(tabs[0], 'branch').update(ID, { version: 1 })],
    ['newer than it can be', () => rowsIn(tabs[0], 'branch').update(ID, { version: 99 })],
  ])(
    'I12: a record that is %s is detected within a day and fetched again; nothing is requested in between',
    async (_, rot) => {
      const requests: string[] = []
      const send: Send = async ({ url }) => {
        requests.push(url.replace(/&rows=\d+/, ''))
        const query = new URL(url, 'http://x').searchParams
        const body = page({
          ...(query.get('check') && { checksums: { all: [1, hashOf(ID, 7)] } }),
          ...(!(query.get('cursor') && !query.get('again')) && { rows: { branch: [row(7, ['all'])] } }),
        })
        return { kind: 'answer', status: 200, body: { ...body }, retryAfter: null }
      }
      const pull = (hours: number) => pullAll(tabs[0], send, () => NOW + hours * 3_600_000)
      await pull(0)
      await pull(0)
      await rot()
      await pull(23)
      expect(requests.filter((url) => url.includes('again'))).toEqual([])
      await pull(25)
      expect(requests.slice(-2)).toEqual(['/api/sync?cursor=c&check=1', '/api/sync?cursor=c&again=all'])
      expect(await held()).toMatchObject({ version: 7, _b: ['all'] })
    },
  )
})
