// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { queuedCalls, rowOf } from '../../contract/calls.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import { newId } from '../../contract/kernel/id.ts'
import { openDatabase, type Database } from '../db/database.ts'
import type { Entry } from '../db/entry.ts'
import { sampleRow } from '../db/next-year.ts'
import { fold, targetsOf } from './fold.ts'
import { isReadable } from './known.ts'
import { setApart } from './set-apart.ts'
import shipped from './shipped-changes.json' with { type: 'json' }
import { payloadOf, upcast } from './upcast.ts'

/** What released builds have left on devices: `tools/queue-fixtures.ts`. */
const entries = shipped.map((each, i) => ({
  ...each,
  seq: i + 1,
  id: newId(),
  base: 1,
  was: null,
  keys: targetsOf(each as unknown as Entry).map(({ table, id }) => `${table}:${id}`),
  state: 'ready',
  attempts: 0,
  nextTry: 0,
  problem: null,
  person: 'p',
  host: 'h',
  build: 1,
  madeAt: '2026-11-26T10:00:00.000Z',
  by: 'Dr. A',
  facts: {},
})) as unknown as readonly Entry[] // of calls that may have been renamed since

let db: Database | undefined
afterEach(() => db?.delete())

test('each queued call, in today’s shape, is among the shipped samples', () => {
  const there = new Set(shipped.map(({ call, payload }) => `${call} ${payload}`))
  expect(queuedCalls.filter((call) => !there.has(`${call} ${payloadOf(call)}`))).toEqual([])
})

test.each(entries.map((entry) => [`${entry.call} ${entry.payload}`, entry] as const))(
  '%s: this build reads it, draws it, and the server accepts it',
  (_, entry) => {
    const today = upcast(entry)
    expect(v.safeParse(rowOf(today.call).input, today.input).issues).toBeUndefined()
    expect([today.payload, isReadable(today)]).toEqual([payloadOf(today.call), true])
    const targets = targetsOf(today)
    expect(targets.length).toBeGreaterThan(0)
    for (const { table } of targets)
      for (const row of [undefined, { ...sampleRow(table), zone: 'Europe/Istanbul' }])
        fold(table as TableName, row as never, [today]) // `row` is of `table`
  },
)

test('28.5: a device that holds all of them parks none', async () => {
  db = openDatabase(newId())
  await db.outbox.bulkPut(entries)
  await setApart(db, 1)
  expect((await db.outbox.toArray()).filter(({ state }) => state !== 'ready').map(({ call }) => call)).toEqual([])
})
