// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import type { PullPage } from '../../contract/sync/sync.ts'
import type { TableName } from '../../contract/kernel/table-names.ts'
import { tables, type AnyRow } from '../../contract/tables.ts'
import type { Send } from '../api/http.ts'
import { TABLE_NAMES } from '../../contract/kernel/table-names.ts'
import { openDatabase, rowsIn, type Database } from '../db/database.ts'
import { nextYearsRows, sampleRow } from '../db/next-year.ts'
import { show } from '../db/row.ts'
import { cpuOf } from '../../tests/support/cpu.ts'
import { change } from './change.ts'
import { applyPage, pullAll } from './pull.ts'
import { isReadable } from './row-shape.ts'
import { rowsSetAside, SET_ASIDE } from './set-aside.ts'

let db: Database
afterEach(() => db?.delete())

const page = (rows: PullPage['rows'], more: Partial<PullPage> = {}): PullPage => ({
  status: true,
  cursor: 'c',
  more: false,
  gone: {},
  rows,
  ...more,
})
const held = async (table: TableName) => (await rowsIn(db, table).toArray()).map(({ id }) => id)
const patient = (version: number, name: string | null, _b = ['p']) =>
  ({ ...sampleRow('patient'), version, name, _b }) as unknown as AnyRow & { readonly _b: readonly string[] }

test('the samples are rows of the contract, from every table', () => {
  for (const table of TABLE_NAMES) expect(v.safeParse(tables[table].schema, sampleRow(table)).issues).toBeUndefined()
})

test.each(TABLE_NAMES)(
  '%s: of next year’s rows the displayable ones are shown, the others are counted',
  async (table) => {
    const rows = nextYearsRows(table)
    expect(rows.filter((each) => !each.isReadable).length).toBeGreaterThan(2)
    const wrong = rows.filter((each) => isReadable(table, each.row) !== each.isReadable).map(({ what }) => what)
    expect(wrong).toEqual([])
    db = openDatabase(newId())
    const sent = rows.map((each) => ({ ...each, row: { ...each.row, id: newId() } }))
    await applyPage(db, page({ [table]: sent.map(({ row }) => ({ ...row, _b: ['b'] })) }), 1)
    const idsOf = (readable: boolean) =>
      sent
        .filter((each) => each.isReadable === readable)
        .map(({ row }) => row.id)
        .toSorted()
    expect((await held(table)).toSorted()).toEqual(idsOf(true))
    expect((await rowsSetAside(db)).map(({ id }) => id).toSorted()).toEqual(idsOf(false))
    for (const stored of await rowsIn(db, table).toArray()) expect(show(table, stored).pending).toBe('none')
  },
)

test('a row whose new version cannot be shown is not shown in its old one; the next displayable version is', async () => {
  db = openDatabase(newId())
  const { id } = sampleRow('patient')
  await applyPage(db, page({ patient: [patient(1, 'Ayşe')] }), 1)
  await applyPage(db, page({ patient: [patient(2, null)] }), 1)
  expect(await held('patient')).toEqual([])
  expect(await rowsSetAside(db)).toEqual([{ table: 'patient', id, version: 2, _b: ['p'] }])
  await applyPage(db, page({ patient: [patient(3, 'Ayşe')] }), 1)
  expect(await held('patient')).toEqual([id])
  expect(await rowsSetAside(db)).toEqual([])
})

test('an older version that cannot be shown does not replace the newer one on the device (I6)', async () => {
  db = openDatabase(newId())
  await applyPage(db, page({ patient: [patient(5, 'Ayşe')] }), 1)
  await applyPage(db, page({ patient: [patient(4, null)] }), 1)
  expect(await held('patient')).toHaveLength(1)
  expect(await rowsSetAside(db)).toEqual([])
})

test('a change waiting on it stays, and applies again once it can be shown (I5)', async () => {
  db = openDatabase(newId())
  const branch = (version: number, name: unknown) => ({ ...sampleRow('branch'), version, name, _b: ['b'] })
  const name = [{ lang: 'tr', value: 'Göz' }]
  const { id } = sampleRow('branch')
  await applyPage(db, page({ branch: [branch(1, name)] }), 1)
  await change(db, { person: newId(), name: 'A', host: 'test', now: 1 }, 'branch.update', { id, onlineCalls: false })
  await applyPage(db, page({ branch: [branch(2, null)] }), 1)
  expect(await db.outbox.count()).toBe(1)
  expect(await held('branch')).toEqual([])
  await applyPage(db, page({ branch: [branch(3, name)] }), 1)
  expect(show('branch', (await rowsIn(db, 'branch').get(id))!)).toMatchObject({ name, onlineCalls: false, version: 3 })
})

test.each([
  ['its bucket is dropped', { drop: ['p'] }],
  ['it leaves its bucket', { gone: { patient: [['p', sampleRow('patient').id] as const] } }],
  ['another life of the database does not hold it', { reset: true as const }],
])('it is no longer counted when %s (I9)', async (_, more) => {
  db = openDatabase(newId())
  await applyPage(db, page({ patient: [patient(2, null)] }), 1)
  expect(await rowsSetAside(db)).toHaveLength(1)
  await applyPage(db, page({}, more), 1)
  expect(await rowsSetAside(db)).toEqual([])
})

test('the checksums match the server’s, so that it is not fetched again every day (I12)', async () => {
  db = openDatabase(newId())
  await applyPage(db, page({ patient: [patient(2, 'Ayşe')] }), 1)
  const sums = {
    p: [1, (Number.parseInt(sampleRow('patient').id.slice(-8), 16) ^ Math.imul(2, 2_654_435_761)) >>> 0],
  } as const
  expect(await applyPage(db, page({}, { checksums: sums }), 1)).toBe(false)
  await applyPage(db, page({ patient: [patient(2, null)] }), 1)
  expect(await rowsSetAside(db)).toHaveLength(1)
  expect(await applyPage(db, page({}, { checksums: sums }), 1)).toBe(false)
})

test('a build that can read more rows requests their buckets again, once', async () => {
  db = openDatabase(newId())
  await applyPage(db, page({ patient: [patient(2, null)] }), 1)
  const urls: string[] = []
  const send: Send = async ({ url }) => {
    urls.push(url)
    const rows = url.includes('again=') ? { patient: [patient(2, 'Ayşe')] } : {}
    return { kind: 'answer', status: 200, body: page(rows) as never, retryAfter: null }
  }
  await pullAll(db, send, () => 1)
  expect(urls.some((url) => url.includes('again='))).toBe(false)
  // as another build has left it
  await db.facts.update(SET_ASIDE, { value: { mark: 'of last year', rows: await rowsSetAside(db) } })
  await pullAll(db, send, () => 1)
  expect(urls.at(-1)).toContain('again=p')
  expect(await held('patient')).toHaveLength(1)
  await pullAll(db, send, () => 1)
  expect(urls.at(-1)).not.toContain('again=')
})

test('checking a row is much faster than parsing it whole: a first fill checks tens of thousands', () => {
  const row = sampleRow('appointment')
  const times = 10_000
  isReadable('appointment', row)
  v.is(tables.appointment.schema, row)
  const quick = cpuOf(() => Array.from({ length: times }, () => isReadable('appointment', row)))
  const whole = cpuOf(() => Array.from({ length: times }, () => v.is(tables.appointment.schema, row)))
  expect(quick).toBeLessThan(whole / 2)
})
