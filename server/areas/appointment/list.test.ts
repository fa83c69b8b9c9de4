import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { Input } from '../../../contract/calls.ts'
import { TO_CLOSE_HOURS } from '../../../contract/kernel/constants.ts'
import { addDays, todayIn } from '../../../contract/kernel/time.ts'
import { startServer, type Client, type TestServer } from '../../../tests/support/server.ts'

let server: TestServer
const people: { readonly who: Client; readonly all: readonly Appointment[] }[] = []
type Filter = Input<'appointment.list'>
/** A second specialty that only doctorKuzey has. */
let branchId = ''

beforeAll(async () => {
  server = await startServer()
  await fillDays()
  for (const [who, host] of [
    ['admin', 'localhost'],
    ['deskKuzey', 'kuzey.localhost'],
    ['doctorKuzey', 'localhost'],
    ['patientKuzey', 'localhost'],
    ['deskGizli', 'gizli.localhost'],
  ] as const) {
    const client = await server.as(who, host)
    people.push({ who: client, all: (await page(client, { limit: 1000 })).rows })
  }
})
afterAll(() => server.stop())

/** Visits of every state at the edges of days, in three zones: Kiritimati is a day ahead of Honolulu. */
async function fillDays() {
  const { world, pool, clock } = server
  const { kuzey, linden, gizli } = world.clinics
  await pool.query(`update clinic set zone = 'Pacific/Honolulu' where id = $1`, [linden])
  await pool.query(`update clinic set zone = 'Pacific/Kiritimati' where id = $1`, [gizli])
  const { doctorKuzey, doctorLinden, doctorGizli, patientKuzey, patientLinden, patientGizli } = world.people
  const places = [
    [kuzey, doctorKuzey.id, patientKuzey.id],
    [linden, doctorLinden.id, patientLinden.id],
    [gizli, doctorGizli.id, patientGizli.id],
  ] as const
  for (const [clinic, doctor, patient] of places)
    for (let i = 0; i < 48; i++)
      await world.visit(doctor, patient, clinic, new Date(clock.now + (i - 24) * 3_500_000).toISOString(), {
        status: (['waiting', 'completed', 'cancelled'] as const)[i % 3]!,
      })
  await pool.query(`
    update appointment set type = case when abs(hashtext(id::text)) % 4 = 0 then 'online' else 'face-to-face' end,
           arrived_at = case when abs(hashtext(id::text)) % 3 = 0 then starts_at end,
           earn_status = case when abs(hashtext(id::text)) % 5 = 0 then 'completed' else 'waiting' end,
           payment_status = (array['none', 'waiting', 'completed'])[1 + abs(hashtext(id::text)) % 3]`)
  const branch = await pool.query<{ id: string }>(
    `insert into branch (id, name, online_calls) values (gen_random_uuid(), '[{"lang":"tr","value":"Dal"}]', true) returning id`,
  )
  branchId = branch.rows[0]!.id
  await pool.query('update doctor set branch_ids = array[$1]::uuid[] where id = $2', [branchId, doctorKuzey.id])
}

async function page(client: Client, input: Filter) {
  const { status, body } = await client.call('appointment.list', input)
  expect([status, body['error']]).toEqual([200, undefined])
  return {
    rows: body['appointments'] as Appointment[],
    total: Number(body['total']),
    after: body['after'] as string | null,
    more: body['more'],
  }
}

/** The filter's meaning in plain code, over the rows as the server returns them; SQL and indexes must give the same. */
function expected(all: readonly Appointment[], filter: Filter): readonly string[] {
  const late = server.clock.now - TO_CLOSE_HOURS * 3_600_000
  const rows = all.filter(
    (row) =>
      (filter.from === undefined || row.date >= filter.from) &&
      (filter.to === undefined || row.date <= filter.to) &&
      (filter.status === undefined || row.status === filter.status) &&
      (filter.type === undefined || row.type === filter.type) &&
      (filter.paymentStatus === undefined || row.paymentStatus === filter.paymentStatus) &&
      (filter.branchId === undefined || row.doctorId === server.world.people.doctorKuzey.id) &&
      // a patient, who does not see the field, must not learn it from a filter either
      (filter.earnStatus === undefined || row.earnStatus === undefined || row.earnStatus === filter.earnStatus) &&
      (filter.arrived === undefined || (row.arrivedAt !== null) === filter.arrived) &&
      (!filter.toClose || (row.status === 'waiting' && Date.parse(row.end) < late)),
  )
  const ids = rows.toSorted((a, b) => a.start.localeCompare(b.start) || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
  return filter.sort === '-start' ? ids.toReversed() : ids
}

const day = fc.integer({ min: -2, max: 2 }).map((days) => addDays(todayIn('UTC', server.clock.now), days))
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })
const filters = () =>
  fc
    .record({
      from: maybe(day),
      to: maybe(day),
      status: maybe(fc.constantFrom('waiting', 'completed', 'cancelled' as const)),
      type: maybe(fc.constantFrom('online', 'face-to-face' as const)),
      paymentStatus: maybe(fc.constantFrom('none', 'waiting', 'completed' as const)),
      branchId: fc.option(
        fc.constant(0).map(() => branchId),
        { nil: undefined, freq: 1 },
      ),
      earnStatus: maybe(fc.constantFrom('waiting', 'completed' as const)),
      arrived: maybe(fc.boolean()),
      toClose: maybe(fc.boolean()),
      sort: maybe(fc.constantFrom('start', '-start' as const)),
      exact: maybe(fc.boolean()),
    })
    .map((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Filter) // absent filters are not sent

describe('the list of appointments (SPEC §7, rule 4, DONE.md "API")', () => {
  test('every role has visits to compare, and those of the private clinic are visible to it alone', () => {
    expect(people.map(({ all }) => all.length)).toEqual([96, 48, 48, 48, 48])
  })

  test('any filter returns the expected visits, by page and by cursor, in any zone', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters(),
        fc.integer({ min: 0, max: 4 }),
        fc.integer({ min: 1, max: 9 }),
        async (filter, n, limit) => {
          const { who, all } = people[n]!
          const wanted = expected(all, filter)
          const whole = await page(who, { ...filter, limit: 1000 })
          expect(whole).toMatchObject({ total: wanted.length, after: null, more: undefined })
          expect(whole.rows.map(({ id }) => id)).toEqual(wanted)
          const first = await page(who, { ...filter, limit })
          const second = first.after ? await page(who, { ...filter, limit, after: first.after }) : { rows: [] }
          expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(wanted.slice(0, limit * 2))
          const byNumber = await page(who, { ...filter, limit, page: 2 })
          expect(byNumber.rows.map(({ id }) => id)).toEqual(wanted.slice(limit, limit * 2))
        },
      ),
      { numRuns: 60 },
    )
  }, 60_000)

  test('a total beyond 10,000 is reported as “more”, and counted if exact is requested', async () => {
    const filling = await server.pool.connect()
    // inserting ten thousand rows takes longer than a request may on a busy machine
    await filling.query('set statement_timeout = 0')
    await filling.query(
      `insert into appointment (id, clinic_id, doctor_id, patient_id, patient_name, starts_at, ends_at, zone, type, price, currency, status, created_by, updated_by)
       select gen_random_uuid(), clinic_id, doctor_id, patient_id, patient_name, '2031-01-01'::timestamptz + n * interval '1 hour',
              '2031-01-01'::timestamptz + n * interval '1 hour' + interval '20 min', zone, type, price, currency, 'cancelled', 'Test', 'Test'
         from (select * from appointment where doctor_id = $1 limit 1) one, generate_series(1, 10100) n`,
      [server.world.people.doctorKuzey.id],
    )
    filling.release(true)
    const doctor = await server.as('doctorKuzey')
    expect(await page(doctor, { limit: 5 })).toMatchObject({ total: 10_000, more: true })
    expect(await page(doctor, { limit: 5, exact: true })).toMatchObject({ total: 10_148, more: undefined })
  }, 60_000)
})
