import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { freshKey, startServer, type Answer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { createLimits } from '../../http/limits.ts'
import { tendMoney } from '../../../tests/support/tend-money.ts'
import { checkMoney } from '../moneycheck/check.ts'
import { createStripeProvider } from '../../ports/payment/provider-stripe.ts'
import { signed, startStripeDouble } from '../../ports/payment/stripe-double.ts'

/** Cards charged by Stripe over real HTTP: here by its double, which applies Stripe's rules. */
const SECRET = 'whsec_tests_of_this_house'
const BEFORE = 'whsec_the_one_before'
let server: TestServer
let stripe: Awaited<ReturnType<typeof startStripeDouble>>
let patient: Client
let admin: Client
beforeAll(async () => {
  server = await startServer()
  server.clock.now = Date.parse(server.world.slot(0, 9))
  stripe = await startStripeDouble({ secret: SECRET, now: () => server.clock.now })
  Object.assign(server.deps, {
    pay: createStripeProvider({
      key: stripe.key,
      secrets: [SECRET, BEFORE],
      merchant: 'test house',
      at: stripe.at,
      patienceMs: 500,
    }),
  })
  patient = await server.signIn('patientKuzey')
  admin = await server.signIn('admin')
})
beforeEach(() => {
  Object.assign(server.deps, { limits: createLimits() })
  stripe.behave('well')
})
afterAll(async () => {
  stripe.close()
  await server.stop()
})

type Row = Readonly<Record<string, unknown>> & { readonly id: string }
const of = ({ body }: Answer, name: string) => body[name] as Row
let slots = 0
async function book() {
  const answer = await patient.call(
    'appointment.bookPaid',
    {
      id: newId(),
      paymentId: newId(),
      patientId: server.world.people.patientKuzey.id,
      doctorId: server.world.people.doctorKuzey.id,
      clinicId: server.world.clinics.kuzey,
      start: server.world.slot(5 + Math.floor(slots / 24), slots++ % 24),
      duration: 20,
      type: 'face-to-face',
    },
    { key: freshKey() },
  )
  return { visit: of(answer, 'appointment'), payment: of(answer, 'payment') }
}
async function page(paymentId: string) {
  const answer = await patient.call('transaction.generate', { paymentId })
  return { answer, transaction: of(answer, 'transaction'), url: String(answer.body['paymentUrl']) }
}
const deliver = ({ raw, signature }: { readonly raw: string; readonly signature: string }) =>
  server.nobody().request('POST', '/api/payment/webhook/stripe', raw, {
    'content-type': 'application/json',
    'stripe-signature': signature,
  })
const payment = async (id: string) =>
  (await server.pool.query<Row>('select status, refund_status as refund from payment where id = $1', [id])).rows[0]
/** Moves the clock; an admin who has been idle for half an hour has to sign in again. */
const past = async (minutes: number) => {
  server.clock.now += minutes * 60_000
  await tendMoney(server.deps)
  admin = await server.signIn('admin')
}

test('a session is created by Stripe’s rules, paid there, confirmed by a signed event, and refunded to the card', async () => {
  const { visit, payment: open } = await book()
  const { transaction, url, answer } = await page(open.id)
  expect(answer.body).toMatchObject({ transaction: { status: 'open', amount: 10_000, currency: 'try', test: false } })
  const [session] = stripe.sessions()
  expect(session).toMatchObject({
    url,
    client_reference_id: transaction.id,
    metadata: { transaction: transaction.id, merchant: 'test house' },
  })
  // nothing of patient, doctor or visit reaches it (rule 66)
  expect(JSON.stringify(session)).not.toMatch(new RegExp([visit.id, server.world.people.patientKuzey.id].join('|')))
  expect((await page(open.id)).url).toBe(url)
  const paid = stripe.pay(url)
  const event = stripe.event('checkout.session.completed', paid)
  for (let time = 0; time < 2; time++) expect((await deliver(event)).status).toBe(200)
  expect(await payment(open.id)).toEqual({ status: 'completed', refund: 'none' })
  expect((await admin.call('payment.list', { id: open.id })).body['payments']).toMatchObject([
    { transactionId: transaction.id },
  ])
  await (await server.as('deskKuzey', 'kuzey.localhost')).call('appointment.cancel', { id: visit.id, reason: 'x' })
  await admin.call('payment.refundApprove', { id: open.id, to: 'source' })
  expect(stripe.refunds()).toMatchObject([{ amount: 10_000, payment_intent: paid.payment_intent }])
  expect(await payment(open.id)).toEqual({ status: 'completed', refund: 'refunded' })
})

test('seven forged and five mismatched events change nothing and are shown; both current secrets are accepted', async () => {
  const { payment: open } = await book()
  const { url } = await page(open.id)
  const other = await page((await book()).payment.id)
  const paid = stripe.pay(url)
  const { now } = server.clock
  const { raw, signature } = stripe.event('checkout.session.completed', paid)
  const forged = [
    { raw, signature: '' },
    { raw, signature: 'v1=00' },
    { raw, signature: signed(raw, SECRET, now - 301_000) },
    { raw, signature: signed(raw, 'whsec_another', now) },
    { raw: raw.replace('10000', '10001'), signature },
    { raw: JSON.stringify(JSON.parse(raw), null, 1), signature },
    { raw, signature: `${signature.slice(0, -1)}${signature.endsWith('0') ? '1' : '0'}` },
  ]
  for (const each of forged) expect((await deliver(each)).status).toBe(400)
  const unlike = [
    { amount_total: 9999 },
    { currency: 'eur' },
    { metadata: { ...paid.metadata, merchant: 'another house' } },
    { client_reference_id: newId() },
    { id: other.url.split('/').at(-1) },
  ]
  for (const more of unlike)
    expect((await deliver(stripe.event('checkout.session.completed', { ...paid, ...more }))).status).toBe(200)
  expect(await payment(open.id)).toMatchObject({ status: 'waiting' })
  const { body } = await (await server.as('superadmin')).call('moneycheck.list', {})
  const parked = body['parked'] as { reason: string; times: number }[]
  expect(parked.map(({ reason, times }) => `${reason} ${times}`).toSorted()).toEqual([
    'amount 1',
    'currency 1',
    'merchant 1',
    'order 1',
    'order 1',
    'signature 7',
  ])
  // an event that is not ours, or not paid yet, is accepted and has no effect
  expect((await deliver(stripe.event('customer.created', { id: 'cus_1' }))).status).toBe(200)
  const unpaid = { ...paid, payment_status: 'unpaid' }
  expect((await deliver(stripe.event('checkout.session.completed', unpaid))).status).toBe(200)
  expect(await payment(open.id)).toMatchObject({ status: 'waiting' })
  expect((await deliver(stripe.event('checkout.session.completed', paid, BEFORE))).status).toBe(200)
  expect(await payment(open.id)).toMatchObject({ status: 'completed' })
})

test('no page, no answer or an invalid one: unknown_error, and the next attempt gets a page', async () => {
  const { payment: open } = await book()
  for (const mood of ['page gone', 'silent', 'down', 'lying'] as const) {
    stripe.behave(mood)
    expect((await page(open.id)).answer.body).toMatchObject({ refused: 'unknown_error' })
    expect(await payment(open.id)).toMatchObject({ status: 'waiting' })
  }
  const made = stripe.sessions().length
  stripe.behave('lossy')
  const { url } = await page(open.id)
  // its answer was lost, and the same request was repeated with its key: one session
  expect(stripe.sessions().length - made).toBe(1)
  await deliver(stripe.event('checkout.session.completed', stripe.pay(url)))
  expect(await payment(open.id)).toMatchObject({ status: 'completed' })
})

test('a charge followed by silence: nothing is given up until Stripe answers', async () => {
  const { payment: open } = await book()
  stripe.pay((await page(open.id)).url)
  stripe.behave('silent')
  await past(32)
  expect(await payment(open.id)).toMatchObject({ status: 'waiting' })
  stripe.behave('well')
  await tendMoney(server.deps)
  expect(await payment(open.id)).toMatchObject({ status: 'completed' })
})

test('an unpaid page is closed at Stripe before the slot is released, and can no longer be paid', async () => {
  const { payment: open } = await book()
  const { url } = await page(open.id)
  await past(32)
  expect(await payment(open.id)).toMatchObject({ status: 'cancelled' })
  expect(stripe.pay(url)).toMatchObject({ status: 'expired', payment_status: 'unpaid' })
})

test('a refund whose answer is lost happens once; a slow one is completed by an event', async () => {
  const paidAndCancelled = async () => {
    const { visit, payment: open } = await book()
    await deliver(stripe.event('checkout.session.completed', stripe.pay((await page(open.id)).url)))
    await patient.call('appointment.cancel', { id: visit.id })
    return open.id
  }
  const [lost, slow] = [await paidAndCancelled(), await paidAndCancelled()]
  const before = stripe.refunds().length
  stripe.behave('lossy')
  await admin.call('payment.refundApprove', { id: lost, to: 'source' })
  await past(6)
  expect(await payment(lost)).toMatchObject({ refund: 'refunded' })
  expect(stripe.refunds().length - before).toBe(1)
  stripe.behave('slowly')
  await admin.call('payment.refundApprove', { id: slow, to: 'source' })
  expect(await payment(slow)).toMatchObject({ refund: 'approved' })
  const made = stripe.refunds().at(-1)!
  const done = stripe.event('refund.updated', { ...made, status: 'succeeded' })
  for (let time = 0; time < 2; time++) expect((await deliver(done)).status).toBe(200)
  expect(await payment(slow)).toMatchObject({ refund: 'refunded' })
  expect(stripe.refunds().length - before).toBe(2)
  expect((await checkMoney(server.deps)).differences).toEqual([])
})
