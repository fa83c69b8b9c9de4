import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { freshKey, startServer, type Answer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { createLimits } from '../../http/limits.ts'
import { checkMoney } from '../moneycheck/check.ts'

/** Payers' requests, corrections by staff, and finding a payment by its number. */
let server: TestServer
let patient: Client
let admin: Client
let desk: Client
beforeAll(async () => {
  server = await startServer()
  server.clock.now = Date.parse(server.world.slot(0, 9))
  patient = await server.signIn('patientKuzey')
  admin = await server.signIn('admin')
  desk = await server.signIn('deskKuzey', 'kuzey.localhost')
})
beforeEach(() => void Object.assign(server.deps, { limits: createLimits() }))
afterAll(() => server.stop())

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
const of = ({ body }: Answer, name: string) => body[name] as Row
let slots = 0
async function book(extra: object = {}, who: Client = desk, patientId = server.world.people.patientKuzey.id) {
  const answer = await who.call(
    'appointment.bookPaid',
    {
      id: newId(),
      paymentId: newId(),
      patientId,
      doctorId: server.world.people.doctorKuzey.id,
      clinicId: server.world.clinics.kuzey,
      start: server.world.slot(5 + Math.floor(slots / 24), slots++ % 24),
      duration: 20,
      type: 'face-to-face',
      payWith: 'bank_transfer',
      bankId: server.world.bank,
      ...extra,
    },
    { key: freshKey() },
  )
  return { visit: of(answer, 'appointment'), payment: of(answer, 'payment') }
}
const shown = async (id: string, who: Client = admin) =>
  ((await who.call('payment.list', { id, part: 'page' })).body['payments'] as Row[])[0]
const bell = async (who: Client, kind: string) =>
  (
    (await who.call('notification.list', { limit: 1000 })).body['notifies'] as { kind: string; args: string[] }[]
  ).filter((each) => each.kind === kind)
const IBAN = 'TR330006100519786457841326'

test('rule 39: a patient requests a refund to the source and gets it there; the approvers are notified once', async () => {
  const { visit, payment } = await book()
  await admin.call('payment.approve', { id: payment.id })
  expect((await bell(patient, 'payment_received')).map(({ args }) => args[1])).toEqual(['100,00\u00a0₺'])
  const ask = (input: object) => patient.call('payment.refundAsk', { id: payment.id, ...input })
  expect((await ask({})).body).toMatchObject({ refused: 'appointment_open' })
  await patient.call('appointment.cancel', { id: visit.id })
  expect(await shown(payment.id)).toMatchObject({ refundStatus: 'pending', refundTo: 'wallet', refundAskedAt: null })
  expect((await ask({ to: 'source', iban: 'TR00 0006 1005' })).status).toBe(400)
  for (let time = 0; time < 2; time++)
    expect((await ask({ to: 'source', iban: 'tr33 0006 1005 1978 6457 8413 26' })).body).toMatchObject({
      payment: { refundStatus: 'pending', refundTo: 'source', refundIban: IBAN },
    })
  expect(await bell(admin, 'refund_asked')).toMatchObject([{ args: [expect.any(String), '100,00\u00a0₺'] }])
  // doctors do not see the account, and the desk of a public clinic does not decide
  const doctor = await server.as('doctorKuzey')
  expect(await shown(payment.id, doctor)).not.toHaveProperty('refundIban')
  expect(await bell(desk, 'refund_asked')).toEqual([])
  expect((await admin.call('payment.refundApprove', { id: payment.id })).body).toMatchObject({
    payment: { refundStatus: 'approved', refundTo: 'source' },
  })
  expect((await ask({})).body).toMatchObject({ refused: 'refund_approved' })
  await admin.call('payment.refundDone', { id: payment.id })
  expect(await bell(patient, 'payment_refunded')).toHaveLength(1)
})

test('rule 37: a refund requested after the visit changes no state until staff decide', async () => {
  const { visit, payment } = await book()
  await admin.call('payment.approve', { id: payment.id })
  await server.pool.query(`update appointment set status = 'completed' where id = $1`, [visit.id])
  expect((await patient.call('payment.refundAsk', { id: payment.id, to: 'wallet' })).body).toMatchObject({
    payment: { status: 'completed', refundStatus: 'none', refundTo: 'wallet', refundAskedAt: expect.any(String) },
  })
  const other = await server.as('patientLinden')
  expect((await other.call('payment.refundAsk', { id: payment.id })).body).toMatchObject({
    refused: 'payment_not_found',
  })
})

test('rule 99: a price can be corrected until it is paid, with the reason in the log; the open payment takes the new price', async () => {
  await server.pool.query(`update doctor set commission_type = 'ratio', commission_value = 15 where id = $1`, [
    server.world.people.doctorKuzey.id,
  ])
  const { visit, payment } = await book({ payWith: 'credit_card', bankId: undefined }, patient)
  expect(visit).toMatchObject({ price: 10_000 })
  const generate = async () => of(await patient.call('transaction.generate', { paymentId: payment.id }), 'transaction')
  const before = await generate()
  const reprice = (input: object, who = admin) =>
    who.call('appointment.reprice', { id: visit.id, price: 7995, reason: 'Kontrol muayenesi', ...input })
  expect((await reprice({}, desk)).status).toBe(403)
  for (const price of [0, -1, 79.95, 1e12]) expect((await reprice({ price })).status).toBe(400)
  expect((await reprice({ reason: ' ' })).status).toBe(400)
  // rule 33: 15 % of it, half-up
  expect((await reprice({})).body).toMatchObject({
    appointment: { price: 7995, commission: 1199, earn: 6796 },
    payment: { id: payment.id, status: 'waiting', amount: 7995, commission: 1199, earn: 6796 },
  })
  const after = await generate()
  expect([after['amount'], after.id === before.id]).toEqual([7995, false])
  expect((await bell(patient, 'price_corrected')).map(({ args }) => args[1])).toEqual(['79,95\u00a0₺'])
  const { rows } = await server.pool.query<{ changes: object }>(
    `select changes from audit where action = 'appointment.reprice' and object_id = $1 and outcome = 'done'`,
    [visit.id],
  )
  expect(rows).toEqual([
    { changes: { price: [10_000, 7995], commission: [1500, 1199], reason: [null, 'Kontrol muayenesi'] } },
  ])
})

test('payments are found by a transfer’s reference and by the receipt number; a doctor finds them only by names', async () => {
  const { payment } = await book()
  const reference = String(payment['reference'])
  const find = async (keyword: string, who = admin) =>
    ((await who.call('payment.list', { keyword })).body['payments'] as Row[]).map(({ id }) => id)
  for (const words of [reference, reference.toLowerCase(), reference.slice(-6), payment.id.slice(-12).toUpperCase()])
    expect(await find(words)).toEqual([payment.id])
  expect(await find(reference, await server.as('doctorKuzey'))).toEqual([])
  expect(await find(reference, await server.as('deskGizli', 'gizli.localhost'))).toEqual([])
})

test('a transfer’s slip: its payer adds one while it waits and staff open it; its doctor and strangers cannot', async () => {
  const { payment } = await book()
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const put = async (who: Client, id = payment.id) => {
    const form = new FormData()
    form.set('payment', id)
    form.set('file', new Blob([new Uint8Array(png)]), 'dekont.png')
    const sent = new Response(form)
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/file/proof',
      headers: { ...who.headers, 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    return { status: answer.statusCode, body: answer.json<{ files?: { id: string }[]; refused?: string }>() }
  }
  const read = async (who: Client, id: string) =>
    (await server.app.inject({ method: 'GET', url: `/api/file/${id}`, headers: who.headers })).statusCode
  const stranger = await server.as('patientLinden')
  const doctor = await server.as('doctorKuzey')
  expect((await put(stranger)).body).toMatchObject({ refused: 'payment_not_found' })
  expect((await put(doctor)).status).toBe(403)
  const first = (await put(patient)).body.files![0]!.id
  const second = (await put(patient)).body.files![0]!.id
  expect(await shown(payment.id)).toMatchObject({ proofId: second })
  expect(await shown(payment.id, doctor)).not.toHaveProperty('proofId')
  expect([await read(admin, second), await read(desk, second), await read(patient, second)]).toEqual([200, 200, 200])
  expect([await read(doctor, second), await read(stranger, second), await read(admin, first)]).toEqual([404, 404, 404])
  expect(await bell(admin, 'proof_added')).toHaveLength(2)
  await admin.call('payment.approve', { id: payment.id })
  expect((await put(patient)).body).toMatchObject({ refused: 'payment_not_found' })
  expect(await read(admin, second)).toBe(200)
})

test('when two cards are merged the wallet follows, with what is reserved for a pending visit', async () => {
  const card = async (name: string) => {
    const { id } = await server.world.patient(`${name}.${newId()}`, server.world.clinics.kuzey)
    await server.pool.query('update person set password_hash = null where id = $1', [id])
    return id
  }
  const [stays, goes] = [await card('stays'), await card('goes')]
  await admin.call('balance.add', {
    id: newId(),
    patientId: goes,
    type: 'receivable',
    amount: 5000,
    currency: 'try',
    reason: 'Nezaket',
  })
  const { visit } = await book({ useWallet: true }, desk, goes)
  await admin.call('balance.add', {
    id: newId(),
    patientId: goes,
    type: 'receivable',
    amount: 200,
    currency: 'try',
    reason: 'Nezaket',
  })
  const wallet = async (id: string) =>
    (
      await server.pool.query(
        'select kind, balance from ledger_account where patient_id = $1 and balance > 0 order by 1',
        [id],
      )
    ).rows
  expect(await wallet(goes)).toEqual([
    { kind: 'reserved', balance: 5000 },
    { kind: 'wallet', balance: 200 },
  ])
  expect((await desk.call('patient.merge', { id: stays, from: goes })).status).toBe(200)
  expect(await wallet(goes)).toEqual([])
  await desk.call('appointment.cancel', { id: visit.id, reason: 'Hekim hasta' })
  expect(await wallet(stays)).toEqual([{ kind: 'wallet', balance: 5200 }])
})

test('the ledger balances after all of that', async () => {
  expect((await checkMoney(server.deps)).differences).toEqual([])
})
