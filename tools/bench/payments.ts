import type { TestServer } from '../../tests/journeys/support/server.ts'
import { addressOf, MAIL_HOST } from '../../server/app/demo/sign-ins.ts'
import { p95 } from './figures.ts'
import { callerAt, signIn } from './lists.ts'

const ROUNDS = 20
const CLINIC = 'kuzguncuk'

/** The callers and their requests: the first page, one with filters, one of a patient's name, one far down. */
const PEOPLE = [
  { who: 'admin', host: null, type: 'admin', username: `admin@${MAIL_HOST}` },
  { who: 'clinic', host: CLINIC, type: 'admin', username: addressOf('clinic', CLINIC) },
  { who: 'doctor', host: CLINIC, type: 'doctor', username: addressOf('doctor', CLINIC) },
] as const

/**
 * The ms of the slowest twentieth, as a caller on this machine waits: of pages and their totals, by "who, what"; of the
 * admin's totals over everything, and over `count` matching payments; and of one ledger movement with its commit.
 */
export async function measurePayments(
  server: TestServer,
  count: number,
): Promise<{
  readonly pages: ReadonlyMap<string, number>
  readonly footers: ReadonlyMap<string, number>
  readonly all: number
  readonly some: number
  readonly ledger: number
}> {
  await fillPayments(server, count)
  const pages = new Map<string, number>()
  const footers = new Map<string, number>()
  const today = Number(server.now.slice(0, 10).replaceAll('-', ''))
  const [some] = await server.sql<{ day: number }>(
    `select to_char(added_at, 'YYYYMMDD')::int as day from payment order by added_at desc offset 100000 limit 1`,
  )
  let all = Number.NaN
  let hundredThousand = Number.NaN
  for (const { who, host, type, username } of PEOPLE) {
    const call = callerAt(server, host)
    const headers = await signIn(call, type, username)
    const list = (input: object) => call('/api/payment/list', input, headers)
    const { after } = await list({ part: 'page', page: 100 })
    const kinds = {
      'first page': {},
      'by the day it was paid': { sort: '-paid' },
      'waiting transfers': { status: 'waiting', type: 'bank_transfer' },
      'refunds to approve': { refundStatus: 'pending' },
      'this month': { from: today - (today % 100) + 1, to: today },
      'a name': { keyword: 'yilmaz' },
      'a reference': { keyword: 'ACDEFG' },
      'deep page': typeof after === 'string' ? { after } : { page: 2 },
    }
    for (const [kind, input] of Object.entries(kinds)) {
      pages.set(`${who}, ${kind}`, await timed(() => list({ ...input, part: 'page' })))
      if (kind !== 'deep page') footers.set(`${who}, ${kind}`, await timed(() => list({ ...input, part: 'footer' })))
    }
    if (who !== 'admin') continue
    all = await timed(() => list({ part: 'footer' }))
    hundredThousand = await timed(() => list({ part: 'footer', ...(some && { from: some.day }) }))
  }
  const ledger = await timed(() => server.sql(WRITE))
  return { pages, footers, all, some: hundredThousand, ledger }
}

/**
 * Adds payments to those of the invented visits until there are this many: of the same people and clinics, over three
 * years.
 */
export async function fillPayments(server: TestServer, count: number) {
  const [held] = await server.sql<{ n: number }>('select count(*)::int as n from payment')
  const missing = count - (held?.n ?? 0)
  if (missing <= 0) return
  // no device needs to be told
  await server.sql('alter table payment disable trigger user')
  await server.sql(FILL, [missing])
  await server.sql('alter table payment enable trigger user')
  await server.sql('select payment_sums_rebuild()')
  await server.sql('vacuum (analyze) payment')
  // the movement should not wait for writes that the filling left over
  await server.sql('checkpoint')
}

const FILL = `insert into payment (id, link_id, patient_id, patient_name, doctor_id, clinic_id, type, status, refund_status, refund_to, amount,
    commission, earn, earn_status, currency, added_at, paid_at, zone, audience)
  select gen_random_uuid(), gen_random_uuid(), a.patient_id, a.patient_name, a.doctor_id, a.clinic_id,
         (array['credit_card', 'bank_transfer', 'cash'])[1 + i % 3], s.status, s.refund, case when s.refund <> 'none' then 'wallet' end, a.price,
         a.commission, a.earn, 'waiting', a.currency, s.at, case when s.status = 'completed' then s.at + interval '1 hour' end, a.zone, a.audience
    from generate_series(1, 1 + $1::int / (select count(*)::int from appointment where patient_id is not null)) i
   cross join (select *, row_number() over () as n from appointment where patient_id is not null) a
   cross join lateral (select a.starts_at - i * interval '9 hours' - n % 1000 * interval '1 day' as at,
      case n % 10 when 0 then 'waiting' when 1 then 'cancelled' else 'completed' end as status,
      case n % 40 when 2 then 'refunded' when 3 then 'pending' else 'none' end as refund) s
   limit $1`

/** Written like a payment at the desk: one transfer of two lines, checked to be zero, stored. */
const WRITE = `select ledger_post('bench:' || gen_random_uuid(), 'pay', null, null, id, null, 'Bench', now(), 'payment', jsonb_build_array(
    jsonb_build_object('kind', 'cash', 'clinic', id, 'currency', currency, 'amount', -10000),
    jsonb_build_object('kind', 'fees', 'clinic', id, 'currency', currency, 'amount', 10000)))
  from clinic where slug = '${CLINIC}'`

/** The slowest twentieth of the rounds, after one for warming up. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let n = 0; n <= ROUNDS; n++) {
    const begun = performance.now()
    await work()
    if (n > 0) taken.push(performance.now() - begun)
  }
  return p95(taken)
}
