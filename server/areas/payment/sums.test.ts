import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { addDays } from '../../../contract/kernel/time.ts'
import { startServer, type TestServer } from '../../../tests/support/server.ts'
import { asPerson, type Visibility } from '../../db/transaction.ts'

/** Issue 38, 8: daily sums of payments equal the sums of the payments, after any change, for any reader. */
let server: TestServer
beforeAll(async () => {
  server = await startServer()
  for (let n = 0; n < 90; n++) await pay(n)
})
afterAll(() => server.stop())

/** Everything that can become of a payment, one after the other, with the sums folded now and then. */
const FATES = [
  [`update payment set status = 'completed', paid_at = now() where id = $1`],
  [`update payment set status = 'cancelled', cancelled_at = now() where id = $1`],
  [COMPLETE('waiting'), `update payment set status = 'completed', paid_at = now() where id = $1`],
  // paid out, and refunded in another month (rule 35)
  [
    `update payment set status = 'completed', paid_at = now() where id = $1`,
    COMPLETE('completed'),
    `update payment set refund_status = 'pending' where id = $1`,
    `update payment set refund_status = 'approved', refunded_at = added_at + interval '40 days' where id = $1`,
    `update payment set refund_status = 'refunded', refunded_at = added_at + interval '41 days' where id = $1`,
  ],
  // completed, and reopened
  [
    `update payment set status = 'completed', paid_at = now() where id = $1`,
    COMPLETE('waiting'),
    `update appointment set status = 'waiting' where id = (select appointment_id from payment where id = $1)`,
  ],
  // both sides change in one statement each, with a share that changes along
  [
    `update appointment set status = 'completed', earn = earn + 100, commission = commission - 100 where id = (select appointment_id from payment where id = $1)`,
  ],
  [`update appointment set zone = 'Pacific/Auckland' where id = (select appointment_id from payment where id = $1)`],
  [`delete from payment where id = $1`],
  [],
]

function COMPLETE(earn: string) {
  return `update appointment set status = 'completed', earn_status = '${earn}' where id = (select appointment_id from payment where id = $1)`
}

async function pay(n: number) {
  const { people, clinics } = server.world
  const sides = [
    [people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey],
    [people.doctorBoth.id, people.patientKuzey.id, clinics.kuzey],
    [people.doctorBoth.id, people.patientGizli.id, clinics.gizli],
    [people.doctorLinden.id, people.patientLinden.id, clinics.linden],
    [people.doctorLinden.id, people.patientLinden.id, null],
  ] as const
  const [doctor, patient, clinic] = sides[n % sides.length]!
  const at = new Date(server.clock.now - n * 3 * 86_400_000 - n * 37 * 60_000)
  const [visit, id] = [await server.world.visit(doctor, patient, clinic, at.toISOString()), newId()]
  await server.pool.query(`update appointment set commission = 1500, earn = 8500 where id = $1`, [visit])
  await server.pool.query(
    `insert into payment (id, appointment_id, patient_id, doctor_id, clinic_id, type, status, amount, currency, added_at)
     select $1, id, patient_id, doctor_id, clinic_id, $3, 'waiting', price + $4, currency, $5 from appointment where id = $2`,
    [id, visit, n % 2 ? 'cash' : 'bank_transfer', n, at],
  )
  for (const sql of FATES[n % FATES.length]!) {
    await server.pool.query(sql, [id])
    if (n % 4 === 0) await server.deps.pool.query('select payment_sums_fold()')
  }
}

const LINES = `clinic_id, currency, type, status, refund_status, earn_status, is_done, given_back`
const OF_ROWS = (
  by: string,
) => `select ${by}, ${LINES}, count(*)::int as n, sum(amount)::int as amount, sum(earn)::int as earn, sum(commission)::int as commission
  from (select p.*, date_trunc('month', p.added_at at time zone p.zone)::date::text as month, (p.added_at at time zone p.zone)::date::text as day,
          case when earn_status = 'completed' and refund_status in ('approved', 'refunded')
               then (coalesce(refunded_at, added_at) at time zone zone)::date::text end as given_back,
          exists (select from appointment a where a.id = p.appointment_id and a.status = 'completed') as is_done from payment p) p
 group by ${by}, ${LINES} order by ${by}, ${LINES}`
const OF_SUMS = (
  by: string,
  byDoctor: boolean,
) => `select ${by}, ${LINES}, sum(n)::int as n, sum(amount)::int as amount, sum(earn)::int as earn, sum(commission)::int as commission
  from (select *, day::text as month from payment_sum) s where by_doctor = ${byDoctor}
 group by ${by}, ${LINES} having sum(n) <> 0 or sum(amount) <> 0 or sum(earn) <> 0 or sum(commission) <> 0 order by ${by}, ${LINES}`
const asText = (sql: string) =>
  sql.replaceAll(', given_back', ', given_back::text').replaceAll('select day,', 'select day::text as day,')

const under = (sight: Visibility, sql: string) =>
  asPerson(server.deps.requests, sight, async (db) => (await db.query<Record<string, unknown>>(sql)).rows)

test('every person’s totals equal the sum of their payments', async () => {
  const { people, clinics } = server.world
  const sights: Record<string, Visibility> = {
    admin: { id: people.admin.id, type: 'admin', keys: ['all', 'admin', `user:${people.admin.id}`] },
    'desk of a public clinic': { id: people.deskKuzey.id, type: 'clinic', keys: ['all', `clinic:${clinics.kuzey}`] },
    'desk of a private one': { id: people.deskGizli.id, type: 'clinic', keys: ['all', `clinic:${clinics.gizli}`] },
    'doctor of both': { id: people.doctorBoth.id, type: 'doctor', keys: ['all', `doctor:${people.doctorBoth.id}`] },
    nobody: { id: null, type: null, keys: [] },
  }
  for (const [who, sight] of Object.entries(sights)) {
    const rows = await under(sight, OF_ROWS('month, doctor_id'))
    expect([who, rows.length > 0]).toEqual([who, who !== 'nobody'])
    expect([who, await under(sight, asText(OF_SUMS('month, doctor_id', true)))]).toEqual([who, rows])
    // a clinic's days contain other doctors' payments too
    const days = who === 'doctor of both' ? [] : await under(sight, OF_ROWS('day'))
    expect([who, await under(sight, asText(OF_SUMS('day', false)))]).toEqual([who, days])
  }
  const patient: Visibility = {
    id: people.patientKuzey.id,
    type: 'patient',
    keys: ['all', `patient:${people.patientKuzey.id}`],
  }
  expect(await under(patient, 'select * from payment_sum')).toEqual([])
})

test('totals rebuilt from the payments, or folded, are equal', async () => {
  const all = async () =>
    (await server.watch.query(asText(OF_SUMS('month, doctor_id', true)))).rows.concat(
      (await server.watch.query(asText(OF_SUMS('day', false)))).rows,
    )
  const kept = await all()
  expect(kept.length).toBeGreaterThan(50)
  await server.pool.query('select payment_sums_fold()')
  expect(await all()).toEqual(kept)
  const folded = await server.watch.query('select count(*)::int as n from payment_sum')
  expect(folded.rows).toEqual([{ n: kept.length }])
  await server.pool.query('select payment_sums_rebuild()')
  expect(await all()).toEqual(kept)
})

test('totals by doctor, over days that cut through months, equal those of the payments', async () => {
  const desk = await server.as('deskKuzey', 'kuzey.localhost')
  const today = Number(new Date(server.clock.now).toISOString().slice(0, 10).replaceAll('-', ''))
  for (const [from, to] of [
    [addDays(today, -100), addDays(today, -17)],
    [addDays(today, -12), addDays(today, -9)],
    [addDays(today, -200), undefined],
    [undefined, addDays(today, -33)],
    [undefined, undefined],
  ]) {
    const filter = { ...(from && { from }), ...(to && { to }) }
    const { rows } = await server.watch.query(
      `select doctor_id::text as key, count(*)::int as count,
              coalesce(sum(amount) filter (where status = 'completed' and refund_status = 'none'), 0)::int as paid
         from payment where clinic_id = $1 and ($2::text is null or (added_at at time zone zone)::date >= to_date($2, 'YYYYMMDD'))
          and ($3::text is null or (added_at at time zone zone)::date <= to_date($3, 'YYYYMMDD')) group by 1 order by 1`,
      [server.world.clinics.kuzey, from ?? null, to ?? null],
    )
    const { body } = await desk.call('payment.summary', { by: 'doctor', ...filter })
    expect([from, to, body['bars']]).toMatchObject([from, to, rows])
    expect((body['bars'] as unknown[]).length).toBe(rows.length)
  }
})

test('a list’s total equals the sum of its payments, under any filter', async () => {
  const { people, clinics } = server.world
  const today = Number(new Date(server.clock.now).toISOString().slice(0, 10).replaceAll('-', ''))
  const filters: readonly { readonly [name: string]: string | number }[] = [
    {},
    { status: 'completed' },
    { refundStatus: 'refunded' },
    { earnStatus: 'completed' },
    { type: 'cash' },
    { doctorId: people.doctorBoth.id },
    { from: addDays(today, -100), to: addDays(today, -17) },
    { from: addDays(today, -100), to: addDays(today, -17), doctorId: people.doctorBoth.id, type: 'bank_transfer' },
    { from: addDays(today, -9), doctorId: people.doctorKuzey.id },
  ]
  const askers = [
    [await server.as('deskKuzey', 'kuzey.localhost'), 'clinic_id', clinics.kuzey],
    [await server.as('doctorBoth'), 'doctor_id', people.doctorBoth.id],
  ] as const
  let counted = 0
  for (const [who, side, id] of askers)
    for (const { from, to, ...its } of filters) {
      const columns = {
        status: 'status',
        refundStatus: 'refund_status',
        earnStatus: 'earn_status',
        type: 'type',
        doctorId: 'doctor_id',
      }
      const { rows } = await server.watch.query<{ count: number }>(
        `select currency, count(*)::int as count, coalesce(sum(amount) filter (where status <> 'cancelled' and refund_status = 'none'), 0)::int as amount,
                coalesce(sum(earn) filter (where status <> 'cancelled' and refund_status = 'none'), 0)::int as earn,
                coalesce(sum(amount) filter (where refund_status <> 'none'), 0)::int as refunded
                ${side === 'clinic_id' ? `, coalesce(sum(commission) filter (where status <> 'cancelled' and refund_status = 'none'), 0)::int as commission` : ''}
           from payment where ${side} = $1 and ($2::text is null or (added_at at time zone zone)::date >= to_date($2, 'YYYYMMDD'))
            and ($3::text is null or (added_at at time zone zone)::date <= to_date($3, 'YYYYMMDD'))
            ${Object.keys(its)
              .map((name, n) => `and ${columns[name as keyof typeof columns]}::text = $${n + 4}`)
              .join(' ')}
          group by 1 order by 1`,
        [id, from ?? null, to ?? null, ...Object.values(its)],
      )
      const { body } = await who.call('payment.list', {
        part: 'footer',
        ...its,
        ...(from && { from }),
        ...(to && { to }),
      } as never)
      expect([its, from, to, body['footer']]).toMatchObject([its, from, to, rows])
      expect((body['footer'] as unknown[]).length).toBe(rows.length)
      counted += rows[0]?.count ?? 0
    }
  expect(counted).toBeGreaterThan(200)
})
