import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { checkMoney } from '../../server/areas/moneycheck/check.ts'
import { freshKey, startServer, type Answer, type Client, type TestServer } from '../support/server.ts'

/**
 * A hostile desk of a public clinic gives away credit that costs it nothing; spent at another clinic, it would cost the
 * platform money.
 */
let server: TestServer
let desk: Client
let admin: Client
let patient: Client
let guney: { clinic: string; doctor: string }
beforeAll(async () => {
  server = await startServer()
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  admin = await server.as('admin')
  patient = await server.as('patientKuzey')
  const clinic = newId()
  await server.pool.query(
    `insert into clinic (id, name, slug, panel_url, zone, currency, city)
     values ($1, 'Klinik guney', 'guney', 'guney.localhost', 'Europe/Istanbul', 'try', 'Şehir')`,
    [clinic],
  )
  const doctor = await server.world.doctor('doctor.guney', [clinic])
  await server.world.hours(doctor, clinic)
  guney = { clinic, doctor: doctor.id }
})
afterAll(() => server.stop())

type Wallet = { readonly clinicId: string | null; readonly balance: number; readonly reserved: number }
const kuzey = () => ({ clinic: server.world.clinics.kuzey, doctor: server.world.people.doctorKuzey.id })
const whose = () => server.world.people.patientKuzey.id
const move = (who: Client, type: 'receivable' | 'debt', amount: number, patientId = whose()) =>
  who.call('balance.add', { id: newId(), patientId, type, amount, currency: 'try', reason: 'Nezaket' })
async function wallets(who: Client, id = whose()) {
  const { totals } = (await who.call('balance.get', { id })).body as unknown as { totals: Wallet[] }
  return totals
}
const held = async (clinicId: string | null, who = patient) =>
  (await wallets(who)).find((each) => each.clinicId === clinicId) ?? { clinicId, balance: 0, reserved: 0 }
let slots = 0
const book = (at: { clinic: string; doctor: string }, fields: object = {}) =>
  patient.call(
    'appointment.bookPaid',
    {
      id: newId(),
      paymentId: newId(),
      patientId: whose(),
      doctorId: at.doctor,
      clinicId: at.clinic,
      start: server.world.slot(5 + Math.floor(slots / 24), slots++ % 24),
      duration: 20,
      type: 'face-to-face' as const,
      payWith: 'wallet' as const,
      ...fields,
    },
    { key: freshKey() },
  )
const paid = ({ body }: Answer) => body['payment'] as { id: string; walletAmount: number; walletGiven: number }
async function emptied() {
  for (const { clinicId, balance } of await wallets(patient))
    if (balance) await move(clinicId ? desk : admin, 'debt', balance)
}

test('27 D: credit given by a desk is spent at its clinic alone, and there before other credit', async () => {
  expect((await move(desk, 'receivable', 15_000)).status).toBe(200)
  expect(await held(kuzey().clinic)).toMatchObject({ balance: 15_000 })
  expect((await book(guney)).body).toMatchObject({ refused: 'balance_too_low' })
  expect(paid(await book(guney, { payWith: 'credit_card', useWallet: true }))).toMatchObject({ walletAmount: 0 })
  await move(admin, 'receivable', 20_000)
  expect(paid(await book(guney))).toMatchObject({ walletAmount: 10_000, walletGiven: 0 })
  expect(paid(await book(kuzey()))).toMatchObject({ walletAmount: 10_000, walletGiven: 10_000 })
  expect(paid(await book(kuzey()))).toMatchObject({ walletAmount: 10_000, walletGiven: 5000 })
  expect(await held(kuzey().clinic)).toMatchObject({ balance: 0 })
  expect(await held(null)).toMatchObject({ balance: 5000 })
})

test('27 D: reserved or refunded money returns to the wallet it came from, and to no other', async () => {
  await emptied()
  await move(desk, 'receivable', 4000)
  await move(admin, 'receivable', 1000)
  const waits = await book(kuzey(), { payWith: 'credit_card', useWallet: true })
  expect(await held(kuzey().clinic)).toMatchObject({ balance: 0, reserved: 4000 })
  expect(await held(null)).toMatchObject({ balance: 0, reserved: 1000 })
  const { id } = waits.body['appointment'] as { id: string }
  expect((await admin.call('appointment.cancel', { id, reason: 'x' }, { key: freshKey() })).status).toBe(200)
  expect(await held(kuzey().clinic)).toMatchObject({ balance: 4000, reserved: 0 })
  expect(await held(null)).toMatchObject({ balance: 1000, reserved: 0 })
  await move(desk, 'receivable', 6000)
  const done = await book(kuzey())
  const { id: visit } = done.body['appointment'] as { id: string }
  await admin.call('appointment.cancel', { id: visit, reason: 'x' }, { key: freshKey() })
  expect((await admin.call('payment.toBalance', { id: paid(done).id })).status).toBe(200)
  expect(await held(kuzey().clinic)).toMatchObject({ balance: 10_000 })
  expect((await book(guney)).body).toMatchObject({ refused: 'balance_too_low' })
})

test('27 D: cash recorded by a desk, cancelled and refunded, is no money for another clinic', async () => {
  await emptied()
  const id = newId()
  const { world } = server
  await world.visit(kuzey().doctor, whose(), kuzey().clinic, world.slot(3, 10), { id })
  const cash = { id: newId(), appointmentId: id, type: 'cash' as const, complete: false }
  expect((await desk.call('payment.add', cash)).status).toBe(200)
  await desk.call('appointment.cancel', { id, reason: 'x' }, { key: freshKey() })
  expect((await admin.call('payment.refundApprove', { id: cash.id, to: 'wallet' })).status).toBe(200)
  expect(await held(kuzey().clinic)).toMatchObject({ balance: 10_000 })
  expect(await held(null)).toMatchObject({ balance: 0 })
  expect((await book(guney)).body).toMatchObject({ refused: 'balance_too_low' })
})

test('27 D: a desk removes only credit it gave, and reads no other clinic’s credit', async () => {
  await emptied()
  await move(admin, 'receivable', 9000)
  expect((await move(desk, 'debt', 1)).body).toMatchObject({ refused: 'balance_too_low' })
  await server.pool.query(`update patient set clinic_ids = clinic_ids || $2::uuid where id = $1`, [
    whose(),
    guney.clinic,
  ])
  await server.pool.query(
    `insert into person (id, type, clinic_id, name, email, phone, password_hash)
     select $1, 'clinic', $2, 'Name desk.guney', 'desk.guney@test.example', '+905320000009', password_hash from person where id = $3`,
    [newId(), guney.clinic, server.world.people.deskKuzey.id],
  )
  await move(desk, 'receivable', 700)
  const other = await server.enter({ username: 'desk.guney@test.example', type: 'clinic' }, 'guney.localhost')
  const balance = await other.call('balance.get', { id: whose() })
  expect((balance.body['totals'] as Wallet[]).map(({ clinicId }) => clinicId)).toEqual([null])
  expect((balance.body['balances'] as { clinicId: string | null }[]).every(({ clinicId }) => clinicId === null)).toBe(
    true,
  )
  expect(await held(kuzey().clinic, admin)).toMatchObject({ balance: 700 })
})

test('27 D: merging two cards keeps each clinic’s credit with that clinic', async () => {
  await emptied()
  const twin = await server.world.patient('patient.twin', kuzey().clinic)
  await server.pool.query('update person set email = null, password_hash = null where id = $1', [twin.id])
  await move(desk, 'receivable', 2500, twin.id)
  await move(admin, 'receivable', 300, twin.id)
  const merged = await desk.call('patient.merge', { id: whose(), from: twin.id }, { key: freshKey() })
  expect(merged.status).toBe(200)
  expect(await held(kuzey().clinic)).toMatchObject({ balance: 2500 })
  expect(await held(null)).toMatchObject({ balance: 300 })
})

test('27 D: not even the server can write a payment that spends one clinic’s credit at another', async () => {
  await emptied()
  await move(desk, 'receivable', 10_000)
  const { id } = paid(await book(kuzey()))
  await expect(
    server.pool.query('update payment set clinic_id = $2 where id = $1', [id, guney.clinic]),
  ).rejects.toMatchObject({ constraint: 'credit_of_its_clinic' })
})

test('the ledger balances after all of that', async () =>
  expect((await checkMoney(server.deps)).differences).toEqual([]))
