import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../contract/kernel/id.ts'
import { isTestProvider } from '../../server/ports/payment/provider-test.ts'
import { sign } from '../../server/ports/payment/signature.ts'
import { PAY_SECRET } from '../support/deps.ts'
import { startServer, type Client, type TestServer } from '../support/server.ts'

let server: TestServer
let desk: Client
let patient: Client
beforeAll(async () => {
  server = await startServer()
  desk = await server.as('deskKuzey', 'kuzey.localhost')
  patient = await server.as('patientKuzey')
})
afterAll(() => server.stop())

/** A payment link of 45.00, and what its page shows. */
async function link() {
  const id = newId()
  const { body } = await desk.call('paymentlink.add', {
    id,
    patientId: server.world.people.patientKuzey.id,
    amount: 4500,
    currency: 'try',
    description: 'Rapor',
  })
  const { version } = body['paymentlink'] as { version: number }
  const { body: address } = await desk.call('paymentlink.url', { id })
  return { id, version, token: String(address['url']).split('#')[1]! }
}
const SHOWN = { amount: 4500, currency: 'try' } as const
const raise = (id: string, version: number, amount: number) =>
  desk.call('paymentlink.update', { id, amount }, { base: version })
const begin = (token: string) =>
  server.nobody('kuzey.localhost').call('transaction.generate', { link: token, shown: SHOWN })
const tryOf = async (token: string) => (await begin(token)).body['transaction'] as { id: string; amount: number }
const stateOf = async (id: string) =>
  ((await desk.call('paymentlink.list', { id })).body['paymentlinks'] as { status: string; amount: number }[])[0]
async function wallet() {
  const { body } = await patient.call('balance.get', { id: server.world.people.patientKuzey.id })
  return (body['totals'] as { balance: number }[])[0]?.balance ?? 0
}
async function charge({ id, amount }: { id: string; amount: number }) {
  const notice = {
    eventId: newId(),
    kind: 'paid',
    transactionId: id,
    merchant: 'test house',
    ref: null,
    amount,
    currency: 'try',
    charge: `charge ${id}`,
  }
  const raw = JSON.stringify(notice)
  const signature = sign(raw, PAY_SECRET, server.clock.now)
  const headers = { 'content-type': 'application/json', 'bedside-signature': signature }
  return server.nobody().request('POST', '/api/payment/webhook/test', raw, headers)
}

test('27 D: if a link’s amount is raised while its page is open, nothing is charged until the new amount was shown', async () => {
  const { id, version, token } = await link()
  expect((await raise(id, version, 450_000)).status).toBe(200)
  const refused = await begin(token)
  expect([refused.status, refused.body['refused']]).toEqual([409, 'amount_changed'])
  const { rows } = await server.pool.query('select from payment_transaction where link_id = $1', [id])
  expect(rows).toEqual([])
  const seen = await server
    .nobody('kuzey.localhost')
    .call('transaction.generate', { link: token, shown: { amount: 450_000, currency: 'try' } })
  expect(seen.body['transaction']).toMatchObject({ amount: 450_000 })
})

test('27 D: if a link is raised or withdrawn while the provider’s page is open, that page takes no money', async () => {
  const { pay } = server.deps
  if (!isTestProvider(pay)) throw new Error('the tests have the test provider')
  for (const act of ['raised', 'cancelled'] as const) {
    const { id, version, token } = await link()
    const attempt = await tryOf(token)
    const done = act === 'raised' ? await raise(id, version, 9000) : await desk.call('paymentlink.cancel', { id })
    expect([act, done.status]).toEqual([act, 200])
    await expect
      .poll(async () => (await server.nobody().call('transaction.get', { id: attempt.id })).body['transaction'])
      .toMatchObject({ status: 'expired' })
    expect([act, await pay.decide(attempt.id, 'charge')]).toEqual([act, null])
    expect(await stateOf(id)).toMatchObject(
      act === 'raised' ? { status: 'waiting', amount: 9000 } : { status: 'cancelled' },
    )
  }
})

test('27 D: no one pays the old amount of a raised link: money charged meanwhile goes to the patient, and the link stays open', async () => {
  const before = await wallet()
  const { id, version, token } = await link()
  const attempt = await tryOf(token)
  await raise(id, version, 9000)
  for (let time = 0; time < 2; time++) expect((await charge(attempt)).status).toBe(200)
  expect(await stateOf(id)).toMatchObject({ status: 'waiting', amount: 9000 })
  expect((await wallet()) - before).toBe(4500)
})

test('27 D: a visit whose price was raised while its page was open does not start at another amount', async () => {
  const { doctorKuzey, patientKuzey } = server.world.people
  const { world } = server
  const visit = await world.visit(doctorKuzey.id, patientKuzey.id, world.clinics.kuzey, world.slot(3, 10))
  await server.pool.query('update appointment set price = 10000 where id = $1', [visit])
  const asked = await patient.call('transaction.generate', { appointmentId: visit, shown: SHOWN })
  expect(asked.body['refused']).toBe('amount_changed')
})
