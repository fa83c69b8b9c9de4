import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { PAY_SECRET } from '../../../tests/support/deps.ts'
import { startServer, type TestServer } from '../../../tests/support/server.ts'
import { tendMoney } from '../../../tests/support/tend-money.ts'
import { sendMessages } from '../../jobs/send-messages.ts'
import { createLimits } from '../../http/limits.ts'
import { checkMoney } from '../moneycheck/check.ts'
import { sign } from '../../ports/payment/signature.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.stop())

const add = async (extra: object = {}, who: 'deskKuzey' | 'deskGizli' = 'deskKuzey') => {
  const { people } = server.world
  const host = who === 'deskKuzey' ? 'kuzey.localhost' : 'gizli.localhost'
  const desk = await server.as(who, host)
  const id = newId()
  const patientId = who === 'deskKuzey' ? people.patientKuzey.id : people.patientGizli.id
  const { body } = await desk.call('paymentlink.add', {
    id,
    patientId,
    amount: 4500,
    currency: 'try',
    description: 'Rapor',
    ...extra,
  })
  const { body: address } = await desk.call('paymentlink.url', { id })
  const url = String(address['url'])
  return { id, desk, body, url, token: url.split('#')[1]! }
}
async function charge(transaction: { id: string; amount: number }) {
  const raw = JSON.stringify({
    eventId: newId(),
    kind: 'paid',
    transactionId: transaction.id,
    merchant: 'test house',
    ref: null,
    amount: transaction.amount,
    currency: 'try',
    charge: `charge ${transaction.id}`,
  })
  return server.nobody().request('POST', '/api/payment/webhook/test', raw, {
    'content-type': 'application/json',
    'bedside-signature': sign(raw, PAY_SECRET, server.clock.now),
  })
}

test('the reply about a payment says only what the requester may know: a stranger reads no more than the link’s page shows', async () => {
  const { id, token, desk } = await add()
  const nobody = server.nobody('kuzey.localhost')
  const generated = await nobody.call('transaction.generate', { link: token })
  const transaction = generated.body['transaction'] as { id: string; amount: number }
  const aboutTo = async (client: { call: typeof nobody.call }) =>
    (await client.call('transaction.get', { id: transaction.id })).body['about']
  const shown = (await nobody.call('paymentlink.open', { token })).body['link'] as Record<string, unknown>
  const asStranger = {
    clinicName: shown['clinicName'],
    clinicPhone: shown['clinicPhone'],
    description: shown['description'],
    doctorName: null,
    appointmentId: null,
    visitStart: null,
    visitZone: null,
    visitType: null,
    receiptOf: null,
  }
  expect(await aboutTo(nobody)).toEqual(asStranger)
  // for a caller who cannot open the link's page, its payment shows only the amount
  expect(await aboutTo(server.nobody('gizli.localhost'))).toBeNull()
  expect((await charge(transaction)).status).toBe(200)
  expect(await aboutTo(nobody)).toEqual(asStranger)
  expect(await aboutTo(await server.as('patientGizli', 'gizli.localhost'))).toBeNull()
  const { rows } = await server.pool.query<{ payment_id: string }>(
    'select payment_id from payment_link where id = $1',
    [id],
  )
  const own = { ...asStranger, receiptOf: rows[0]!.payment_id }
  expect(await aboutTo(await server.as('patientKuzey', 'kuzey.localhost'))).toEqual(own)
  expect(await aboutTo(desk)).toEqual(own)
  // the tests below start with new counts
  Object.assign(server.deps, { limits: createLimits() })
})

test('rule 44: whoever has the address pays once; a second attempt gets the first result; the page names no patient', async () => {
  const { id, token, url, desk } = await add()
  expect(url).toMatch(/^http:\/\/kuzey\.localhost:3000\/pay#[\w-]{43}$/)
  const nobody = server.nobody('kuzey.localhost')
  const { body } = await nobody.call('paymentlink.open', { token })
  expect(body['link']).toEqual(
    expect.objectContaining({ amount: 4500, description: 'Rapor', status: 'waiting', clinicName: 'Klinik kuzey' }),
  )
  expect(JSON.stringify(body)).not.toContain(server.world.people.patientKuzey.id)
  const generated = await nobody.call('transaction.generate', { link: token })
  const transaction = generated.body['transaction'] as { id: string; amount: number }
  for (let time = 0; time < 2; time++) expect((await charge(transaction)).status).toBe(200)
  expect((await nobody.call('transaction.generate', { link: token })).body).toMatchObject({
    transaction: { id: transaction.id, status: 'paid' },
  })
  const { body: listed } = await desk.call('paymentlink.list', { id })
  expect(listed['paymentlinks']).toMatchObject([{ status: 'paid', opened: 1 }])
  const [link] = listed['paymentlinks'] as { paymentId: string }[]
  const receipt = await desk.request('GET', `/api/payment/${link!.paymentId}/receipt`)
  expect([receipt.status, receipt.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(String(receipt.body['text'])).toMatch(/^%PDF-/)
  expect((await desk.call('paymentlink.cancel', { id })).body).toMatchObject({ refused: 'link_used' })
})

test('a link tops up the wallet or pays a visit; if it is charged too late, the money goes to the patient’s wallet', async () => {
  const patient = await server.as('patientKuzey')
  const id = server.world.people.patientKuzey.id
  const balance = async () =>
    ((await patient.call('balance.get', { id })).body['totals'] as { balance: number }[])[0]?.balance ?? 0
  const generate = async (link: string) =>
    (await patient.call('transaction.generate', { link })).body['transaction'] as { id: string; amount: number }
  const topUp = await add({ topUp: true })
  await charge(await generate(topUp.token))
  expect(await balance()).toBe(4500)

  const { people, clinics } = server.world
  const appointmentId = await server.world.visit(people.doctorKuzey.id, id, clinics.kuzey, server.world.slot(12, 3))
  const ofVisit = await add({ appointmentId, amount: 10_000 })
  await charge(await generate(ofVisit.token))
  expect((await patient.call('appointment.list', { id: appointmentId })).body['appointments']).toMatchObject([
    { paymentStatus: 'completed', paymentType: 'credit_card' },
  ])

  const late = await add()
  const transaction = await generate(late.token)
  await late.desk.call('paymentlink.cancel', { id: late.id })
  await charge(transaction)
  expect(await balance()).toBe(9000)
  expect((await patient.call('transaction.generate', { link: late.token })).body).toMatchObject({
    refused: 'link_cancelled',
    clinic: 'Klinik kuzey',
  })
  expect((await checkMoney(server.deps)).differences).toEqual([])
})

test('an expired link says so; another clinic’s is not found; it is sent in the patient’s language', async () => {
  const { id, token, desk } = await add()
  expect((await server.nobody('linden.localhost').call('paymentlink.open', { token })).status).toBe(404)
  expect((await server.nobody('linden.localhost').call('transaction.generate', { link: token })).status).toBe(404)
  await server.pool.query(`update person set lang = 'de' where id = $1`, [server.world.people.patientKuzey.id])
  await server.pool.query('delete from message')
  expect((await desk.call('paymentlink.send', { id, by: 'sms' })).status).toBe(200)
  expect(
    (await desk.call('patient.contacts', { id: server.world.people.patientKuzey.id })).body['contacts'],
  ).toMatchObject([{ about: 'payment_link', channel: 'sms', state: 'queued' }])
  await sendMessages(server.deps)
  const { rows } = await server.pool.query<{ body: string }>('select body from message')
  expect(rows[0]!.body).toContain('Klinik kuzey: Bitte zahlen Sie 45,00')
  expect(rows[0]!.body).toContain(`/pay#${token}`)
  server.clock.now += 8 * 86_400_000
  await tendMoney(server.deps)
  const nobody = server.nobody('kuzey.localhost')
  expect((await nobody.call('transaction.generate', { link: token })).body).toMatchObject({ refused: 'link_expired' })
  expect((await nobody.call('paymentlink.open', { token })).body).toMatchObject({ link: { status: 'expired' } })
})

test('rule 47: a private clinic’s money appears in no admin’s list, total or chart, and in its own desk’s', async () => {
  const { people, clinics } = server.world
  const desk = await server.signIn('deskGizli', 'gizli.localhost')
  const admin = await server.signIn('admin')
  const at = new Date(server.clock.now - 3 * 3_600_000).toISOString()
  const appointmentId = await server.world.visit(people.doctorGizli.id, people.patientGizli.id, clinics.gizli, at)
  const paid = await desk.call('payment.add', { id: newId(), appointmentId })
  const { id } = paid.body['payment'] as { id: string }
  expect((await desk.call('payment.list', { id })).body).toMatchObject({
    total: 1,
    footer: [{ currency: 'try', count: 1, amount: 10_000, completed: 10_000 }],
  })
  for (const filter of [{ id }, { clinicId: clinics.gizli }, { doctorId: people.doctorGizli.id }]) {
    expect((await admin.call('payment.list', filter)).body).toMatchObject({ total: 0, payments: [], footer: [] })
    for (const by of ['day', 'month', 'status', 'doctor', 'clinic'] as const)
      expect((await admin.call('payment.summary', { ...filter, by })).body['bars']).toEqual([])
  }
  expect((await desk.call('payment.earn', { id })).status).toBe(200)
  const { body } = await (
    await server.signIn('doctorGizli', 'gizli.localhost')
  ).call('payment.summary', { by: 'month' })
  expect(body['bars']).toMatchObject([{ currency: 'try', earnDue: 0 }])
  expect((await admin.request('GET', `/api/payment/${id}/receipt`)).status).toBe(404)
})
