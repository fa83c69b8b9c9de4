import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { startServer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { receiptOf } from './receipt.ts'

/** Rules 43, 34, 35, 47: the totals of a filter, and its charts, for any reader. */
let server: TestServer
let slots = 0
beforeAll(async () => {
  server = await startServer()
  const { people, clinics } = server.world
  const kuzey = [people.doctorKuzey.id, people.patientKuzey.id, clinics.kuzey] as const
  const gizli = [people.doctorGizli.id, people.patientGizli.id, clinics.gizli] as const
  await pay(kuzey, { status: 'completed', visit: 'completed', earn: 'completed' })
  await pay(kuzey, { status: 'completed', visit: 'completed' })
  await pay(kuzey, { status: 'completed' })
  await pay(kuzey, {})
  await pay(kuzey, { status: 'cancelled' })
  await pay(kuzey, { status: 'completed', refund: 'pending' })
  // refunded after its share was paid out: a correction
  await pay(kuzey, { status: 'completed', visit: 'completed', earn: 'completed', refund: 'refunded' })
  await pay(gizli, { status: 'completed' })
})
afterAll(() => server.stop())

async function pay(
  [doctor, patient, clinic]: readonly [string, string, string],
  filter: { readonly status?: string; readonly visit?: string; readonly earn?: string; readonly refund?: string },
) {
  const at = new Date(server.clock.now - ++slots * 3_600_000)
  const visit = await server.world.visit(doctor, patient, clinic, at.toISOString())
  await server.pool.query(
    `update appointment set status = $2, commission = 1500, earn = 8500, earn_status = $3 where id = $1`,
    [visit, filter.visit ?? 'waiting', filter.earn ?? 'waiting'],
  )
  await server.pool.query(
    `insert into payment (id, appointment_id, patient_id, doctor_id, clinic_id, type, status, refund_status, paid_at, refunded_at, amount, currency, added_at)
     select $1, id, patient_id, doctor_id, clinic_id, 'cash', $3, $4, $5, $6, price, currency, $7 from appointment where id = $2`,
    [
      newId(),
      visit,
      filter.status ?? 'waiting',
      filter.refund ?? 'none',
      filter.status === 'completed' ? at : null,
      filter.refund === 'refunded' ? at : null,
      at,
    ],
  )
}

const footer = async (who: Client, input = {}) =>
  (await who.call('payment.list', { ...input, part: 'footer' })).body['footer'] as Readonly<Record<string, unknown>>[]
const bars = async (who: Client, by: 'day' | 'month' | 'status' | 'doctor' | 'clinic') =>
  (await who.call('payment.summary', { by })).body['bars'] as Readonly<Record<string, number | string | null>>[]

test('totals cover the whole filter without cancelled and refunded payments, and only what one may see', async () => {
  const admin = await server.as('admin')
  const public_ = {
    currency: 'try',
    count: 7,
    amount: 40_000,
    commission: 6000,
    earn: 34_000,
    waiting: 10_000,
    completed: 30_000,
    cancelled: 10_000,
    refunded: 20_000,
  }
  expect(await footer(admin)).toEqual([public_])
  expect(await footer(await server.as('deskKuzey', 'kuzey.localhost'))).toEqual([public_])
  const { commission: _, ...own } = public_
  expect(await footer(await server.as('doctorKuzey'))).toEqual([own])
  expect(await footer(admin, { status: 'cancelled' })).toMatchObject([{ count: 1, amount: 0, cancelled: 10_000 }])
  // rule 47: neither by name, nor by clinic, nor by day
  expect(await footer(admin, { clinicId: server.world.clinics.gizli })).toEqual([])
  expect(await footer(await server.as('deskGizli', 'gizli.localhost'))).toMatchObject([{ count: 1, amount: 10_000 }])
  expect((await admin.call('payment.list', { part: 'page' })).body['total']).toBe(7)
})

test('every chart adds up to the same; a share paid out and then refunded counts against the next', async () => {
  const admin = await server.as('admin')
  for (const by of ['day', 'month', 'status', 'doctor', 'clinic'] as const) {
    const sum = (name: string) =>
      bars(admin, by).then((found) => found.reduce((all, bar) => all + Number(bar[name]), 0))
    expect([by, await sum('count'), await sum('paid'), await sum('waiting'), await sum('refunded')]).toEqual([
      by,
      7,
      30_000,
      10_000,
      20_000,
    ])
    // three kept, of which one is paid out and one is due; the refunded one is earned and corrected
    expect([by, await sum('earn'), await sum('earnPaid'), await sum('earnDue')]).toEqual([by, 25_500, 8500, 8500])
  }
  const { clinics, people } = server.world
  expect((await bars(admin, 'clinic')).map(({ key }) => key)).toEqual([clinics.kuzey])
  expect(await bars(await server.as('doctorKuzey'), 'doctor')).toMatchObject([{ key: people.doctorKuzey.id }])
})

test('a receipt is in the payer’s language, with its special letters', async () => {
  const at = new Date(server.clock.now)
  for (const lang of ['tr', 'en', 'de', 'ru'] as const) {
    const paper = await receiptOf({
      number: 'KUZEY-ACDEFG',
      lang,
      house: 'Klinik Şişli',
      address: null,
      phone: null,
      patient: 'Өмір Öztürk Щербаков',
      doctor: 'Dr. Ğ',
      visitAt: at,
      paidAt: at,
      zone: 'Europe/Istanbul',
      type: 'wallet',
      amount: 10_000,
      walletAmount: 10_000,
      currency: 'try',
      refundedAt: null,
      isTest: false,
    })
    const text = paper.toString('latin1')
    expect([text.slice(0, 5), /\/Lang \((\w+)\)/.exec(text)?.[1]]).toEqual(['%PDF-', lang])
    expect(text.match(/\/FontFile[23]/g)?.length).toBeGreaterThan(2)
  }
})
