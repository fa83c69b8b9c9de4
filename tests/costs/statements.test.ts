// imported first: Dexie looks for IndexedDB when it loads
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { MOST_ROWS } from '../../contract/sync/sync.ts'
import { asPerson } from '../../server/db/transaction.ts'
import { openDevice } from '../support/device.ts'
import { freshKey, startServer, type Client, type TestServer } from '../support/server.ts'
import { statementsOf, type Statement } from '../support/statements.ts'

/**
 * Figures that do not depend on the machine: how often the server queries its database, how much each query reads, and
 * how often a device calls the server. Find out why a figure has grown before you raise it here; lower it when it
 * falls, so that it stays low.
 */
const VISITS = 4000
let server: TestServer
let desk: Client
let doctor: Client
let visits: readonly string[]
beforeAll(async () => {
  server = await startServer()
  const { people, clinics, slot, visit } = server.world
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  doctor = await server.as('doctorKuzey', 'kuzey.localhost')
  visits = await Promise.all(
    [0, 1, 2].map((n) => visit(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, slot(1, n))),
  )
  // the same number again this month, and far more in earlier years
  await server.pool.query(
    `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, created_by, updated_by)
     select gen_random_uuid(), $1, $2, $3, 'A', t, t + interval '20 min', 'Europe/Istanbul', 'face-to-face', 10000, 'try', 'T', 'T'
       from generate_series(1, $5) n, lateral (select $4::timestamptz - n * interval '30 min') at (t)`,
    [clinics.kuzey, people.doctorKuzey.id, people.patientKuzey.id, new Date(server.clock.now), VISITS],
  )
  await server.watch.query('vacuum analyze')
}, 120_000)
afterAll(() => server.stop())

const keyed = () => ({ key: freshKey() })
const patientId = () => server.world.people.patientKuzey.id
const day = (ago: number) =>
  Number(new Date(server.clock.now - ago * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''))
const recipe = () => ({
  id: newId(),
  patientId: patientId(),
  lines: [{ drug: 'Parol', dose: '500 mg', times: '3 × 1', days: 5, note: '' }],
  note: '',
})

/** Statements of one request: authentication, begin, visibility, the work, commit, and whom to notify. */
const CALLS = {
  'a note on a visit': [11, () => desk.call('appointment.update', { id: visits[0]!, note: 'a' }, keyed())],
  'a check-in': [11, () => desk.call('appointment.arrive', { id: visits[1]! }, keyed())],
  'a note on a card': [
    13,
    () => desk.call('patient.addNote', { id: newId(), patientId: patientId(), text: 'a' }, keyed()),
  ],
  'a recipe': [16, () => doctor.call('recipe.add', recipe(), keyed())],
  'a page of visits': [7, () => desk.call('appointment.list', { from: day(7), to: day(1) })],
  'a page of cards': [8, () => desk.call('patient.list', {})],
  'what is new, where nothing is': [5, () => desk.request('GET', `/api/sync?cursor=${cursor}`)],
} satisfies Record<string, [number, () => Promise<{ readonly status: number }>]>

let cursor = ''
test.each(Object.entries(CALLS))('%s needs the documented number of statements', async (_, [times, ask]) => {
  for (let more = true; more;) {
    const { body } = await desk.request('GET', `/api/sync?cursor=${cursor}`)
    cursor = String(body['cursor'])
    more = body['more'] === true
  }
  let status = 0
  const statements = await statementsOf(async () => ({ status } = await ask()))
  expect(status).toBe(200)
  const texts = statements.map(({ text }) => text)
  expect([texts.length, texts]).toEqual([times, texts])
})

test('a page of a desk’s list reads the rows it shows, and those of its days once more to count them', async () => {
  let shown = 0
  const statements = await statementsOf(async () => {
    const { body } = await desk.call('appointment.list', { from: day(7), to: day(6), limit: 20 })
    shown = (body['appointments'] as unknown[]).length
    expect(body['total']).toBeGreaterThan(80)
  })
  expect(shown).toBe(20)
  const [count, page] = statements.filter(({ text }) => /from appointment\b/.test(text))
  expect(await rowsRead(page!)).toBeLessThanOrEqual(2 * (shown + 1) + BEFORE)
  expect(await rowsRead(count!)).toBeLessThanOrEqual(2 * A_DAY + 2 * BEFORE)
})

test('figures of two days read the appointments of those days, those around them for the minutes, and one earlier of each patient', async () => {
  const statements = await statementsOf(async () => {
    const { body } = await desk.call('figures.summary', { from: day(7), to: day(6) })
    expect((body['lines'] as { visits: number }[])[0]!.visits).toBeGreaterThan(80)
  })
  const [counts, minutes] = statements.filter(({ text }) => /from appointment\b/.test(text))
  expect(await rowsRead(counts!)).toBeLessThanOrEqual(2 * (2 * A_DAY + 2 * BEFORE))
  expect(await rowsRead(minutes!)).toBeLessThanOrEqual(7 * A_DAY)
})

test('a fill makes one request per page of rows, and one for what came meanwhile', async () => {
  const device = openDevice(server, desk, server.world.people.deskKuzey)
  let requests = 0
  device.network.fault = () => {
    requests++
    return null
  }
  expect(await device.sync()).toBe('done')
  const held = (await device.holdings()).size
  expect(held).toBeGreaterThan(MOST_ROWS)
  // the first page is shorter, since a person waits for it
  expect(requests).toBeLessThanOrEqual(Math.ceil(held / MOST_ROWS) + 3)
  await device.close()
})

/**
 * Visits of a day in this zone, and of the hours by which the day begins earlier or later elsewhere: a day is that of
 * each visit’s own zone.
 */
const A_DAY = 48
const BEFORE = 28

type Plan = {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly Plan[]
}

/**
 * Rows of visits that PostgreSQL reads for a statement, including those that it filters out, with the desk’s
 * visibility.
 */
async function rowsRead({ text, values }: Statement): Promise<number> {
  const sight = {
    id: server.world.people.deskKuzey.id,
    type: 'clinic',
    keys: ['all', `clinic:${server.world.clinics.kuzey}`],
  } as const
  const plan = await asPerson(server.deps.requests, sight, async (db) => {
    const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (analyze, format json) ${text}`, [
      ...values,
    ])
    return rows[0]!['QUERY PLAN'][0].Plan
  })
  const read = (node: Plan): number =>
    (node['Relation Name'] === 'appointment'
      ? (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
      : 0) + (node.Plans ?? []).reduce((sum, each) => sum + read(each), 0)
  return read(plan)
}
