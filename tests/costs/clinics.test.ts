import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { CARDS_HEADER, MOST_CLINICS, type PullPage } from '../../contract/sync/sync.ts'
import { addClinics } from '../support/many-clinics.ts'
import { freshKey, startServer, type TestServer } from '../support/server.ts'
import { statementsOf } from '../support/statements.ts'

/**
 * Counts what grows with the clinics of a platform: how many buckets a device holds, how much its first fill is, how
 * often an idle pull queries the database, and how many rooms a change notifies (issue 29, 11; decision 0125). These
 * figures do not depend on the machine; `npm run bench -- --large` has the times.
 */
const [FEW, MANY] = [5, 500]
const HOSTS = {
  superadmin: 'localhost',
  admin: 'localhost',
  deskKuzey: 'kuzey.localhost',
  doctorKuzey: 'localhost',
  patientKuzey: 'localhost',
} as const
type Who = keyof typeof HOSTS
const PEOPLE = Object.keys(HOSTS) as Who[]

let server: TestServer
/** The world's public clinics; `grown` counts the added ones. */
const PLANTED = 2
let grown = 0
let planted: string
let few: Awaited<ReturnType<typeof figures>>
let many: typeof few
beforeAll(async () => {
  server = await startServer()
  const { people, clinics, slot, visit } = server.world
  planted = await visit(people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey, slot(3, 1))
  await growTo(FEW)
  few = await figures()
  await growTo(MANY)
  many = await figures()
}, 240_000)
afterAll(() => server.stop())

async function growTo(count: number) {
  await addClinics((text, values) => server.pool.query(text, values), grown, count - PLANTED, server.clock.now)
  grown = count - PLANTED
  await server.watch.query('vacuum analyze')
}

async function figures() {
  const of: Record<string, Awaited<ReturnType<typeof deviceOf>>> = {}
  for (const who of PEOPLE) of[who] = await deviceOf(who)
  return { of, told: await toldOf() }
}

/** A device's first fill, and an idle pull after it. */
async function deviceOf(who: Who) {
  const client = await server.signIn(who, HOSTS[who])
  const rows: Record<string, number> = {}
  let cursor = ''
  const page = async () => {
    const { body, status } = await client.request('GET', `/api/sync${cursor && `?cursor=${cursor}`}`, undefined, {
      [CARDS_HEADER]: '',
    })
    expect(status).toBe(200)
    const { cursor: next, rows: its, more } = body as unknown as PullPage
    cursor = next
    for (const [table, found] of Object.entries(its)) rows[table] = (rows[table] ?? 0) + found.length
    return more
  }
  while (await page());
  const { set } = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as { set: string }
  const held = await server.pool.query<{ n: number }>(
    'select cardinality(buckets) as n from bucket_set where hash = $1',
    [set],
  )
  await page()
  const idle = await statementsOf(page)
  return { rows, buckets: held.rows[0]!.n, statements: idle.length }
}

/** The rooms that are notified of a change of a doctor's card, of a clinic, and of a visit. */
async function toldOf() {
  const { people, clinics } = server.world
  const roomsOf = async (act: () => Promise<{ readonly status: number }>) => {
    server.poked.length = 0
    expect((await act()).status).toBe(200)
    return [...new Set(server.poked.flat())].toSorted()
  }
  const doctor = await server.as('doctorKuzey')
  // closing a clinic ends its people's sessions
  const desk = await server.signIn('deskKuzey', 'kuzey.localhost')
  const admin = await server.as('admin')
  return {
    card: await roomsOf(() =>
      doctor.call('doctor.update', { id: people.doctorKuzey.id, title: newId() }, { key: freshKey() }),
    ),
    clinic: await roomsOf(() => desk.call('clinic.update', { id: clinics.kuzey, city: newId() }, { key: freshKey() })),
    visit: await roomsOf(() => desk.call('appointment.update', { id: planted, note: newId() }, { key: freshKey() })),
    hosts: await roomsOf(() => admin.call('clinic.hosts', { id: clinics.kuzey, webUrl: `${newId()}.example` })),
    closes: await roomsOf(() => admin.call('clinic.passivate', { id: clinics.kuzey })),
    opens: await roomsOf(() => admin.call('clinic.activate', { id: clinics.kuzey })),
  }
}

test('a device holds as many buckets at 500 clinics as at 5, and an idle pull needs as many statements', () => {
  const counted = ({ of }: typeof few) =>
    Object.entries(of)
      .filter(([who]) => who !== 'patientKuzey')
      .map(([who, { buckets, statements }]) => [who, buckets, statements])
  expect(counted(many)).toEqual(counted(few))
  expect(many.of['patientKuzey']!.statements).toBe(few.of['patientKuzey']!.statements)
  expect(Math.max(...Object.values(many.of).map(({ buckets }) => buckets))).toBeLessThan(50)
})

test('a patient’s device is filled with no more at 500 clinics than at 5: their clinics and the doctors they have met (decision 0145)', () => {
  const { rows } = many.of['patientKuzey']!
  const sum = (its: Readonly<Record<string, number>>) => Object.values(its).reduce((all, n) => all + n, 0)
  expect(sum(rows)).toBeLessThanOrEqual(sum(few.of['patientKuzey']!.rows) * 1.5)
  expect(rows['clinic']).toBe(1)
  expect(rows['doctor']).toBeGreaterThan(0)
})

test('a doctor’s edit, a clinic’s and a visit’s change notify as many rooms, and none that everyone is in', () => {
  expect(many.told).toEqual(few.told)
  const { people, clinics } = server.world
  const holders = [`admins:${clinics.kuzey}`, `clinic:${clinics.kuzey}`, `host:${clinics.kuzey}`]
  expect(many.told).toEqual({
    hosts: holders,
    closes: holders,
    opens: holders,
    card: [
      `admins:${clinics.kuzey}`,
      `clinic:${clinics.kuzey}`,
      `doctor:${people.doctorKuzey.id}`,
      `host:${clinics.kuzey}`,
    ],
    clinic: [`admins:${clinics.kuzey}`, `clinic:${clinics.kuzey}`, `host:${clinics.kuzey}`],
    visit: [
      `admins:${clinics.kuzey}`,
      `clinic:${clinics.kuzey}`,
      `doctor:${people.doctorKuzey.id}`,
      `patient:${people.patientKuzey.id}`,
    ],
  })
})

test('a device is filled with as many records of clinics; only public cards grow with the platform, on devices of staff', () => {
  const own = ({ of }: typeof few) =>
    Object.entries(of).map(
      ([
        who,
        {
          rows: { clinic: _clinics, doctor: _cards, ...rest },
        },
      ]) => [who, rest],
    )
  expect(own(many)).toEqual(own(few))
  expect(many.of['admin']!.rows['appointment']).toBe(1 + MOST_CLINICS - PLANTED)
})
