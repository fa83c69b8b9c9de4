// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { BatchCall, PullPage } from '../../contract/sync/sync.ts'
import { aVisit } from '../../tests/support/visit.ts'
import type { Send } from '../api/http.ts'
import { openDatabase, rowsIn, type Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { show, store } from '../db/row.ts'
import { change } from './change.ts'
import { cycle } from './cycle.ts'
import { restore } from './decide.ts'
import { dependants, heldBy } from './eligible.ts'
import { ended } from './ended.ts'
import { setApart } from './set-apart.ts'
import { discard } from './settle.ts'
import { payloadOf, upcast, type Upcaster } from './upcast.ts'

const NOW = Date.UTC(2026, 10, 26, 9)
const maker = { person: newId(), name: 'Dr. A', host: 'test', now: NOW }
const [mine, other] = [newId(), newId()]

let db: Database
let sent: string[]
beforeEach(async () => {
  sent = []
  db = openDatabase(newId())
  await rowsIn(db, 'appointment').bulkPut(
    [mine, other].map((id) => store('appointment', { ...aVisit, id, version: 4 }, { _b: ['x'], pending: 0 })),
  )
})
afterEach(() => db.delete())

/** A server that accepts everything, and has one visit in a newer version. */
const send: Send = async ({ url, body }) => {
  const answer = (strangeFields: object) =>
    ({ kind: 'answer', status: 200, body: strangeFields, retryAfter: null }) as never // as `http.ts` returns it
  if (url.startsWith('/api/sync')) {
    const rows = { appointment: [{ ...aVisit, id: mine, version: 6, note: 'of the server', _b: ['x'] }] }
    return answer({ status: true, cursor: 'c', more: false, gone: {}, rows } satisfies PullPage)
  }
  const calls = (body as { readonly calls?: readonly BatchCall[] } | undefined)?.calls ?? []
  sent.push(...calls.map(({ call }) => call))
  return answer({ status: true, answers: calls.map(() => ({ status: 200, body: { status: true } })) })
}
const round = () =>
  cycle(db, { person: maker.person, send, now: () => NOW, lock: (_, work) => work(), signedOut: async () => {} })

/** Queued by this build, then altered to what another build would have queued. */
async function plant(strangeFields: Partial<Omit<Entry, 'call'>> & { readonly call?: string }): Promise<Entry> {
  const id = await change(db, maker, 'appointment.update', { id: mine, note: 'of another version' })
  const entry = (await db.outbox.where('id').equals(id).first())!
  // another build gave it its id, and this one has not read it
  await db.outbox.put({ ...entry, id: newId(), ...strangeFields } as Entry)
  return (await db.outbox.get(entry.seq!))!
}
const note = async (id: string) => show('appointment', (await rowsIn(db, 'appointment').get(id))!).note

const STRANGE = [
  ['a call it does not know', { call: 'appointment.hover' }],
  ['a newer payload', { payload: 2 }],
  ['an input of an older shape', { input: { id: 'x', note: { of: 'last year' } } }],
  ['an input that nothing is found in', { input: { visit: null } }],
] as const

describe.each(STRANGE)('28.5: %s', (_, strangeFields) => {
  test('it is parked with its reason and never sent; everything else is sent, drawn and fetched', async () => {
    const strange = await plant(strangeFields)
    await change(db, maker, 'appointment.update', { id: other, note: 'of this version' })
    expect(await round()).toBe('online')
    expect(sent).toEqual(['appointment.update'])
    const { problem, ...kept } = strange
    expect(problem).toBe(null)
    expect(await db.outbox.toArray()).toMatchObject([{ ...kept, state: 'parked', problem: { kind: 'unknown' } }])
    // the record equals the server's
    expect(await note(mine)).toBe('of the server')
    await round()
    expect(sent).toEqual(['appointment.update'])
    expect(await db.outbox.count()).toBe(1)
  })

  test('its dependants wait and say why; giving it up takes them along, and undoing brings both back', async () => {
    await plant(strangeFields)
    await round()
    await change(db, maker, 'appointment.update', { id: mine, note: 'on top' })
    expect(await note(mine)).toBe('on top')
    await round()
    expect(sent).toEqual([])
    const [strange, onTop] = (await db.outbox.orderBy('seq').toArray()) as [Entry, Entry]
    expect(onTop).toMatchObject({ state: 'ready', attempts: 0 })
    expect(heldBy(onTop, [strange, onTop])).toEqual(strange)
    expect(heldBy(strange, [strange, onTop])).toBe(null)
    const both = [strange, ...dependants(strange, [strange, onTop])]
    expect(await discard(db, both, NOW)).toBe(true)
    expect(await db.outbox.count()).toBe(0)
    expect(await note(mine)).toBe('of the server')
    expect((await ended(db)).map(({ end }) => end)).toEqual(['discarded', 'discarded'])
    await restore(db, both)
    expect(await db.outbox.orderBy('seq').toArray()).toEqual(both)
  })
})

test('28.5: a build that knows it again draws and sends it by itself, under its own key and in its place', async () => {
  const strange = await plant({ call: 'appointment.hover' })
  await round()
  await change(db, maker, 'appointment.update', { id: mine, note: 'on top' })
  const [parked] = await db.outbox.orderBy('seq').toArray()
  // the build that returns: its contract has the call that the other one lacked
  await db.outbox.put({ ...parked!, call: 'appointment.update' })
  expect(await round()).toBe('online')
  expect(sent).toEqual(['appointment.update', 'appointment.update'])
  expect(await db.outbox.count()).toBe(0)
  expect((await ended(db)).map(({ entry }) => entry.id)).toContain(strange.id)
  expect(await db.base.count()).toBe(0)
})

test('28.5: a change refused earlier keeps its reason', async () => {
  const problem = { kind: 'refused', status: 409, code: 'slot_taken', details: {}, at: '' } as const
  await plant({ call: 'appointment.hover', state: 'parked', problem })
  await round()
  expect(await db.outbox.toArray()).toMatchObject([{ state: 'parked', problem }])
})

test('an upcaster converts an older build’s change into today’s shape, step by step; without one it stays as it is', async () => {
  const entry = await plant({})
  const upcasters: Readonly<Record<string, Upcaster>> = {
    'appointment.remark 1': ({ remark, ...rest }) => ({
      call: 'appointment.update',
      payload: 1,
      input: { ...rest, remark },
    }),
    'appointment.update 1': ({ remark, ...rest }) => ({
      call: 'appointment.update',
      payload: 2,
      input: { ...rest, note: remark },
    }),
  }
  const old = { ...entry, call: 'appointment.remark', input: { id: mine, remark: 'Old' } } as unknown as Entry
  expect(upcast(old, upcasters)).toEqual({ ...entry, payload: 2, input: { id: mine, note: 'Old' } })
  expect([payloadOf('appointment.update', upcasters), payloadOf('appointment.cancel', upcasters)]).toEqual([2, 1])
  expect(upcast(entry)).toBe(entry)
})

test('28.5: one written by another tab’s build in place of a known one is not sent, and is parked by the next round', async () => {
  const id = await change(db, maker, 'appointment.update', { id: mine, note: 'a' })
  await setApart(db, NOW)
  await db.outbox
    .where('id')
    .equals(id)
    .modify({ call: 'appointment.hover' as never })
  await round()
  await round()
  expect(sent).toEqual([])
  expect(await db.outbox.toArray()).toMatchObject([{ id, state: 'parked', problem: { kind: 'unknown' } }])
})

test('a long queue of known changes causes no write', async () => {
  await change(db, maker, 'appointment.update', { id: mine, note: 'a' })
  const before = await db.outbox.toArray()
  await setApart(db, NOW)
  expect(await db.outbox.toArray()).toEqual(before)
  expect(await db.facts.get('apart')).toBeUndefined()
})
