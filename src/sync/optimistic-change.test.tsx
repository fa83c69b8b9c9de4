// @vitest-environment happy-dom
// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { aVisit } from '../../tests/support/visit.ts'
import { openDatabase, rowsIn, type Database } from '../db/database.ts'
import { show, store } from '../db/row.ts'
import { useShared } from '../db/shared-query.ts'
import { render, until } from '../ui/testing.tsx'
import { change, NotSaved } from './change.ts'
import { fold } from './fold.ts'
import { showOptimistically, showOptimisticallyTogether } from './optimistic-change.ts'

const ID = newId()
const maker = { person: newId(), name: 'Dr. A', host: 'test', now: Date.UTC(2026, 10, 21, 9) }

let db: Database
beforeEach(async () => {
  db = openDatabase(newId())
  const rows = [
    { ...aVisit, id: ID },
    { ...aVisit, id: newId(), start: '2026-11-24T07:00:00.000Z' },
  ]
  for (const row of rows) await rowsIn(db, 'appointment').put(store('appointment', row, { _b: ['x'], pending: 0 }))
})
afterEach(() => db.delete())

/** What a read waits for after it has read. */
let gate: Promise<void> | null = null
function hold(): () => void {
  let release = () => {}
  gate = new Promise((done) => (release = done))
  return () => {
    gate = null
    release()
  }
}

let reads = 0
function Day() {
  const visits = useShared(db, {
    name: 'day',
    of: 'appointment',
    ask: async () => {
      reads++
      const rows = await rowsIn(db, 'appointment').orderBy('start').toArray()
      await gate
      return rows.map((row) => show('appointment', row))
    },
  })
  return visits?.map(({ id, start, note, arrivedAt, pending }) => (
    <p key={id}>
      {id === ID ? 'it' : 'other'} {start} {note} {arrivedAt && 'arrived'} {pending}
    </p>
  ))
}
const drawn = () => [...document.querySelectorAll('p')].map(({ textContent }) => textContent)
const drawnRow = () => drawn().find((text) => text.startsWith('it'))
const shown = async () => {
  await render(<Day />)
  await until(() => expect(drawn()).toHaveLength(2))
}

/** Makes the next transaction wait until released, and then lets `how` handle it. */
function slowDisk(how: (go: () => Promise<unknown>) => Promise<unknown>): () => void {
  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  const transaction = db.transaction.bind(db) as (...all: unknown[]) => Promise<unknown>
  vi.spyOn(db, 'transaction').mockImplementationOnce((async (...all: unknown[]) => {
    await held
    return how(() => transaction(...all))
  }) as never)
  return release
}

test('I5: a change is drawn before it is on disk, and stays once it is read', async () => {
  await shown()
  const release = slowDisk((go) => go())
  const written = change(db, maker, 'appointment.arrive', { id: ID })
  await until(() => expect(drawnRow()).toContain('arrived waiting'))
  expect(await rowsIn(db, 'appointment').get(ID)).toMatchObject({ pending: 0 })
  release()
  await written
  await until(async () => expect(await rowsIn(db, 'appointment').get(ID)).toMatchObject({ pending: 1 }))
  await new Promise((done) => setTimeout(done, 50))
  expect(drawnRow()).toContain('arrived waiting')
})

test('a change that could not be written disappears at once', async () => {
  await shown()
  const release = slowDisk(() => Promise.reject(new DOMException('full', 'QuotaExceededError')))
  const written = change(db, maker, 'appointment.arrive', { id: ID })
  await until(() => expect(drawnRow()).toContain('arrived'))
  release()
  await expect(written).rejects.toBeInstanceOf(NotSaved)
  await until(() => expect(drawnRow()).not.toContain('arrived'))
  expect(drawnRow()).toContain('none')
})

test('I6: a query that began before the write does not bring the old row back', async () => {
  await shown()
  const written = showOptimistically(db, {
    call: 'appointment.arrive',
    input: { id: ID },
    state: 'ready',
    madeAt: '2026-11-21T09:00:00.000Z',
    by: 'Dr. A',
    facts: {},
  })
  await until(() => expect(drawnRow()).toContain('arrived'))
  const others = rowsIn(db, 'appointment').where('id').notEqual(ID)
  const release = hold()
  const before = reads
  // someone else's row is read while the change is being written, and arrives afterwards
  await others.modify({ pending: 2 })
  await until(() => expect(reads).toBe(before + 1))
  written(true)
  release()
  await until(() => expect(drawn().some((text) => text.includes('conflict'))).toBe(true))
  expect(drawnRow()).toContain('arrived')
  // nothing was really written, as the next read shows
  await others.modify({ pending: 0 })
  await until(() => expect(drawnRow()).not.toContain('arrived'))
})

test('a moved visit keeps its position until it is read again: a list is never out of order', async () => {
  await shown()
  const seen: string[][] = []
  const watch = new MutationObserver(() => seen.push(drawn()))
  watch.observe(document, { childList: true, subtree: true, characterData: true })
  await change(db, maker, 'appointment.move', { id: ID, start: '2026-12-24T09:00:00.000Z', duration: 30 })
  await until(() => expect(drawnRow()).toContain('2026-12-24'))
  watch.disconnect()
  const timeOf = (text: string) => /\d{4}-\S+/.exec(text)?.[0]
  for (const list of seen) expect(list.map(timeOf)).toEqual(list.map(timeOf).toSorted())
})

test('another tab draws it too; one that closes leaves nothing behind', async () => {
  const other = openDatabase(db.name.replace(/^bedside-/, ''))
  const endings = [showOptimisticallyTogether(db), showOptimisticallyTogether(other)]
  try {
    await shown()
    const arrive = { call: 'appointment.arrive', input: { id: ID }, state: 'ready', by: 'Dr. A', facts: {} } as const
    const written = showOptimistically(other, { ...arrive, madeAt: '2026-11-21T09:00:00.000Z' })
    await until(() => expect(drawnRow()).toContain('arrived'))
    written(false)
    await until(() => expect(drawnRow()).not.toContain('arrived'))
    showOptimistically(other, { ...arrive, madeAt: '2026-11-21T09:00:00.000Z' })
    await until(() => expect(drawnRow()).toContain('arrived'))
    // nothing more comes of it
    await vi.waitFor(() => expect(drawnRow()).not.toContain('arrived'), { timeout: 6000 })
  } finally {
    for (const end of endings) end()
    other.close()
  }
}, 15_000)

test('a visit that already has a change looks the same with its optimistic one: a query may return both', () => {
  const made = { state: 'ready', madeAt: '2026-11-21T09:00:00.000Z', by: 'Dr. A', facts: {} } as const
  const visit = { ...aVisit, id: ID }
  const twice = (
    [
      { call: 'appointment.arrive', input: {} },
      { call: 'appointment.unarrive', input: {} },
      { call: 'appointment.noShow', input: {} },
      { call: 'appointment.complete', input: {} },
      { call: 'appointment.cancel', input: { reason: 'ill' } },
      { call: 'appointment.update', input: { note: 'new' } },
      { call: 'appointment.move', input: { start: '2026-12-24T09:00:00.000Z', duration: 30 } },
    ] as const
  ).map(({ call, input }) => {
    const entry = { ...made, call, input: { id: ID, ...input } }
    const once = fold('appointment', visit, [entry])
    return { call, once, again: fold('appointment', once, [entry]) }
  })
  expect(twice.map(({ call, again }) => [call, again])).toEqual(twice.map(({ call, once }) => [call, once]))
  expect(twice.filter(({ once }) => isDeepStrictEqual(once, visit))).toEqual([])
})
