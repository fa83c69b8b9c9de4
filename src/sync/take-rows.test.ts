// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterEach, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { openDatabase, rowsIn, type Database } from '../db/database.ts'
import { takeRows, type PulledRow } from './take-rows.ts'

let db: Database | null = null
afterEach(async () => {
  await db?.delete()
  db = null
})

const row = (id: string, version: number) =>
  ({
    id,
    version,
    name: [{ lang: 'tr', value: `v${version}` }],
    onlineCalls: false,
    _b: ['all'],
  }) as unknown as PulledRow

// a page that looks up each row; one that reads its keys first; and one with too many keys between its own
for (const [name, held, taken] of [
  ['a small page', 300, 100],
  ['a large page', 300, 500],
  ['a large page in a larger table', 6_000, 500],
] as const)
  test(`${name} keeps what is newer here, and takes what is newer there and what is new (I6)`, async () => {
    db = openDatabase(newId())
    const ids = Array.from({ length: held }, () => newId())
    const take = (rows: readonly PulledRow[]) =>
      db!.transaction('rw', [db!.base, db!.outbox, db!.facts, rowsIn(db!, 'branch')], async () =>
        takeRows(db!, 'branch', rows),
      )
    await take(ids.map((id) => row(id, 5)))
    // every other row of the page is already here, including the first and the last, so that all of them are between
    // its ends
    const every = Math.max(1, Math.floor(held / (taken / 2)))
    const known = [...new Set([ids[0]!, ids.at(-1)!, ...ids.filter((_, i) => i % every === 0)])]
    const page = [
      ...known.map((id, i) => row(id, i % 2 ? 3 : 7)),
      ...Array.from({ length: taken - known.length }, () => row(newId(), 1)),
    ]
    await take(page)
    const versions = new Map((await rowsIn(db, 'branch').toArray()).map(({ id, version }) => [id, version]))
    expect(versions.size).toBe(held + page.length - known.length)
    for (const { id, version } of page) expect(versions.get(id)).toBe(version === 3 ? 5 : version)
  })
