import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { EARN_STEPS, PAYMENT_STEPS, REFUND_STEPS } from '../../../contract/payment/payment.rules.ts'
import { PAY_SECRET } from '../../../tests/support/deps.ts'
import { freshKey, startServer, type Answer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { createLimits } from '../../http/limits.ts'
import { tendMoney } from '../../../tests/support/tend-money.ts'
import { sendMessages } from '../../jobs/send-messages.ts'
import { checkMoney } from '../moneycheck/check.ts'
import type { PaymentProvider } from '../../ports/payment/provider.ts'
import { isTestProvider } from '../../ports/payment/provider-test.ts'
import { sign } from '../../ports/payment/signature.ts'

let server: TestServer
let patient: Client
let admin: Client
let desk: Client
beforeAll(async () => {
  server = await startServer()
  server.clock.now = Date.parse(server.world.slot(0, 9))
})
// tests move the clock, and an admin who has been idle for half an hour has to sign in again
beforeEach(async () => {
  refresh()
  patient = await server.signIn('patientKuzey')
  admin = await server.signIn('admin')
  desk = await server.signIn('deskKuzey', 'kuzey.localhost')
})
afterAll(() => server.stop())

type Row = Record<string, unknown> & { readonly id: string }
let slots = 0
const people = () => server.world.people
const booking = (extra: object = {}) => ({
  id: newId(),
  paymentId: newId(),
  patientId: people().patientKuzey.id,
  doctorId: people().doctorKuzey.id,
  clinicId: server.world.clinics.kuzey,
  start: server.world.slot(5 + Math.floor(slots / 24), slots++ % 24),
  duration: 20,
  type: 'face-to-face' as const,
  ...extra,
})
const of = (answer: Answer, name: string) => answer.body[name] as Row
async function book(extra: object = {}, who = patient): Promise<{ visit: Row; payment: Row; answer: Answer }> {
  const answer = await who.call('appointment.bookPaid', booking(extra), { key: freshKey() })
  return { visit: of(answer, 'appointment'), payment: of(answer, 'payment'), answer }
}
/** Resets the limits: a test sends more requests a minute than any patient does. */
const refresh = () => void Object.assign(server.deps, { limits: createLimits() })
async function generate(input: object, who: Client = patient) {
  refresh()
  const answer = await who.call('transaction.generate', input)
  return { answer, transaction: of(answer, 'transaction') }
}
const notice = (transaction: Row, more: object = {}) => ({
  eventId: `evt_${newId()}`,
  kind: 'paid',
  transactionId: transaction.id,
  merchant: 'test house',
  ref: `test_${transaction.id}`,
  amount: transaction['amount'],
  currency: transaction['currency'],
  charge: `charge_${transaction.id}`,
  ...more,
})
const deliver = (body: object | string, signature?: string) => {
  const raw = typeof body === 'string' ? body : JSON.stringify(body)
  return server.nobody().request('POST', '/api/payment/webhook/test', raw, {
    'content-type': 'application/json',
    'bedside-signature': signature ?? sign(raw, PAY_SECRET, server.clock.now),
  })
}
async function paidByCard(extra: object = {}) {
  const booked = await book(extra)
  const { transaction } = await generate({ paymentId: booked.payment.id })
  expect((await deliver(notice(transaction))).status).toBe(200)
  return { ...booked, transaction }
}
const payment = async (id: string) =>
  (await server.pool.query<Row>('select * from payment_row where id = $1', [id])).rows
const wallet = async (who = patient, id = people().patientKuzey.id) => {
  const { body } = await who.call('balance.get', { id })
  const [total] = body['totals'] as { balance: number; reserved: number }[]
  return { balance: total?.balance ?? 0, reserved: total?.reserved ?? 0, lines: body['balances'] as Row[] }
}
const credit = (amount: number) =>
  admin.call('balance.add', {
    id: newId(),
    patientId: people().patientKuzey.id,
    type: 'receivable',
    amount,
    currency: 'try',
    reason: 'Nezaket',
  })
const empty = async () => {
  const { balance } = await wallet()
  if (balance)
    await admin.call('balance.add', {
      id: newId(),
      patientId: people().patientKuzey.id,
      type: 'debt',
      amount: balance,
      currency: 'try',
      reason: 'Sıfırlama',
    })
}

describe('paying by card (rules 17, 19, D6)', () => {
  test('book, open the payment page, charge, notify: the visit is paid once, however often the notice arrives', async () => {
    const { visit, payment: open, answer } = await book()
    expect(answer.status).toBe(200)
    expect(open).toMatchObject({ type: 'credit_card', status: 'waiting', amount: 10_000, walletAmount: 0 })
    expect(Date.parse(String(open['payBy'])) - server.clock.now).toBe(30 * 60_000)
    const first = await generate({ paymentId: open.id })
    expect(first.answer.body).toMatchObject({
      status: true,
      transaction: { status: 'open', amount: 10_000, test: true },
    })
    expect(String(first.answer.body['paymentUrl'])).toBe(`http://localhost:3000/pay/test/${first.transaction.id}`)
    expect((await generate({ paymentId: open.id })).transaction.id).toBe(first.transaction.id)
    const word = notice(first.transaction)
    for (let time = 0; time < 3; time++) expect((await deliver(word)).status).toBe(200)
    expect((await deliver(notice(first.transaction))).status).toBe(200)
    expect(await payment(open.id)).toMatchObject([{ status: 'completed', type: 'credit_card', payBy: null }])
    const { rows } = await server.pool.query('select key from ledger_transfer where payment_id = $1', [open.id])
    expect(rows).toEqual([{ key: `pay:${open.id}` }])
    expect((await server.nobody().call('transaction.get', { id: first.transaction.id })).body).toMatchObject({
      success: 'payment_completed',
      about: null,
    })
    // the patient sees what the payment was for, and may have the receipt
    expect((await patient.call('transaction.get', { id: first.transaction.id })).body['about']).toMatchObject({
      appointmentId: visit.id,
      visitStart: visit['start'],
      doctorName: expect.stringContaining(String(server.world.people.doctorKuzey.name)),
      receiptOf: open.id,
    })
    // paying again answers with the first result
    expect((await generate({ appointmentId: visit.id })).answer.body).toMatchObject({
      transaction: { id: first.transaction.id, status: 'paid' },
      paymentUrl: `http://localhost:3000/pay/return?transaction=${first.transaction.id}`,
    })
  })

  test('booking the same slot again returns the open booking and its open payment', async () => {
    const wish = booking()
    const first = await patient.call('appointment.bookPaid', wish, { key: freshKey() })
    const again = await patient.call(
      'appointment.bookPaid',
      { ...wish, id: newId(), paymentId: newId() },
      { key: freshKey() },
    )
    expect([of(again, 'appointment').id, of(again, 'payment').id]).toEqual([wish.id, wish.paymentId])
    expect(of(first, 'payment').id).toBe(wish.paymentId)
  })

  test('unpaid after half an hour, visit and payment are cancelled; a later charge goes to the wallet', async () => {
    await empty()
    const { visit, payment: open } = await book()
    const { transaction } = await generate({ paymentId: open.id })
    server.clock.now += 31 * 60_000
    await tendMoney(server.deps)
    expect(await payment(open.id)).toMatchObject([{ status: 'cancelled' }])
    expect((await patient.call('appointment.list', { id: visit.id })).body['appointments']).toMatchObject([
      { status: 'cancelled', cancelledBy: 'Bedside' },
    ])
    expect((await generate({ paymentId: open.id })).answer.body).toMatchObject({ refused: 'payment_cancelled' })
    for (let time = 0; time < 2; time++) await deliver(notice(transaction))
    expect(await wallet()).toMatchObject({ balance: 10_000, lines: [{ kind: 'late_payment', type: 'receivable' }] })
  })

  test('if a charge’s notice is lost, the provider is queried before the payment is given up', async () => {
    const { payment: open } = await book()
    const { transaction } = await generate({ paymentId: open.id })
    const { pay } = server.deps
    if (!isTestProvider(pay)) throw new Error('the tests have the test provider')
    expect(await pay.decide(transaction.id, 'charge_silently')).toBeNull()
    server.clock.now += 31 * 60_000
    await tendMoney(server.deps)
    expect(await payment(open.id)).toMatchObject([{ status: 'completed' }])
  })

  test('a provider that times out after charging is queried until it answers, and the slot stays reserved', async () => {
    const { payment: open } = await book()
    await generate({ paymentId: open.id })
    const pay = server.deps.pay!
    let away = true
    Object.assign(server.deps, {
      pay: {
        ...pay,
        look: async (its) =>
          away ? Promise.reject(new Error('timeout')) : { amount: 10_000, currency: 'try', charge: its.id },
      } satisfies PaymentProvider,
    })
    server.clock.now += 31 * 60_000
    await tendMoney(server.deps)
    expect(await payment(open.id)).toMatchObject([{ status: 'waiting' }])
    away = false
    await tendMoney(server.deps)
    expect(await payment(open.id)).toMatchObject([{ status: 'completed' }])
    Object.assign(server.deps, { pay })
  })

  test('without a transaction the reply is unknown_error, and paying can be retried', async () => {
    const { payment: open } = await book()
    const pay = server.deps.pay!
    for (const generateNothing of [async () => null, async () => Promise.reject(new Error('502'))]) {
      Object.assign(server.deps, { pay: { ...pay, generate: generateNothing } satisfies PaymentProvider })
      expect((await generate({ paymentId: open.id })).answer).toMatchObject({
        status: 409,
        body: { refused: 'unknown_error' },
      })
    }
    Object.assign(server.deps, { pay })
    expect((await generate({ paymentId: open.id })).answer.status).toBe(200)
  })

  test('patients can pay only their own, and a price they send is ignored', async () => {
    const { payment: open } = await book()
    for (const [who, status] of [
      [await server.as('patientLinden'), 404],
      [desk, 403],
      [server.nobody(), 401],
    ] as const)
      expect((await generate({ paymentId: open.id }, who)).answer.status).toBe(status)
    for (const extra of [{ price: 1 }, { amount: 1 }, { commission: 0 }, { walletAmount: 5 }])
      expect((await patient.call('appointment.bookPaid', booking(extra))).status).toBe(400)
    expect((await patient.call('transaction.generate', { paymentId: open.id, amount: 1 } as never)).status).toBe(400)
  })
})

describe('notices (R44–R46)', () => {
  test('seven forged and five mismatched notices change nothing, and are shown to the operator', async () => {
    await server.pool.query('update payment_notice set dismissed_at = now()')
    const { payment: open } = await book()
    const { transaction } = await generate({ paymentId: open.id })
    const other = (await generate({ paymentId: (await book()).payment.id })).transaction
    const body = JSON.stringify(notice(transaction))
    const { now } = server.clock
    const good = sign(body, PAY_SECRET, now)
    const forged: (readonly [string, string])[] = [
      [body, ''],
      [body, sign(body, PAY_SECRET, now - 301_000)],
      [body, sign(body, PAY_SECRET, now + 301_000)],
      [body, sign(body, 'another secret', now)],
      [body.replace('10000', '10001'), good],
      [JSON.stringify(JSON.parse(body), null, 1), good],
      [body, `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`],
    ]
    for (const [raw, signature] of forged) expect((await deliver(raw, signature)).status).toBe(400)
    const unlike = [
      { amount: 9999 },
      { currency: 'eur' },
      { merchant: 'another house' },
      { transactionId: newId() },
      { ref: `test_${other.id}` },
    ]
    for (const more of unlike) expect((await deliver(notice(transaction, more))).status).toBe(200)
    expect(await payment(open.id)).toMatchObject([{ status: 'waiting' }])
    const superadmin = await server.as('superadmin')
    const { body: shown } = await superadmin.call('moneycheck.list', {})
    const parked = shown['parked'] as { reason: string; times: number; id: string }[]
    expect(parked.map(({ reason, times }) => [reason, times]).toSorted()).toEqual([
      ['amount', 1],
      ['currency', 1],
      ['merchant', 1],
      ['order', 1],
      ['order', 1],
      ['signature', 7],
    ])
    for (const { id } of parked) await superadmin.call('moneycheck.dismiss', { id })
    expect((await superadmin.call('moneycheck.list', {})).body['parked']).toEqual([])
    // while the secret is being changed, the previous one is valid too
    expect((await deliver(body, sign(body, 'the one before', now))).status).toBe(200)
    expect(await payment(open.id)).toMatchObject([{ status: 'completed' }])
  })

  test('R46: a thousand deliveries, shuffled and duplicated, have the effect of one ordered run', async () => {
    const orders = []
    for (let n = 0; n < 12; n++) orders.push((await generate({ paymentId: (await book()).payment.id })).transaction)
    const words = orders.flatMap((its, n) => [
      notice(its, { kind: 'failed', eventId: `f1 ${its.id}`, charge: null }),
      notice(its, { kind: 'other', eventId: `o ${its.id}` }),
      ...(n % 3 ? [notice(its, { eventId: `p ${its.id}` }), notice(its, { eventId: `q ${its.id}` })] : []),
      notice(its, { kind: 'failed', eventId: `f2 ${its.id}`, charge: null }),
    ])
    const all = Array.from({ length: 1000 }, (_, n) => words[(n * 7919) % words.length]!)
    const before = await wallet()
    for (let n = 0; n < all.length; n += 10) {
      refresh()
      await Promise.all(all.slice(n, n + 10).map((word) => deliver(word)))
    }
    const { rows } = await server.pool.query<{ status: string; n: number }>(
      'select p.status, count(*)::int as n from payment p join payment_transaction t on t.payment_id = p.id where t.id = any ($1) group by 1 order by 1',
      [orders.map(({ id }) => id)],
    )
    expect(rows).toEqual([
      { status: 'completed', n: 8 },
      { status: 'waiting', n: 4 },
    ])
    expect((await wallet()).balance).toBe(before.balance)
  }, 60_000)
})

describe('the wallet (rules 41, 42, 101)', () => {
  test('the wallet is used first and the card pays the rest; the reserved amount returns when the visit is cancelled', async () => {
    await empty()
    await credit(3000)
    const { visit, payment: open } = await book({ useWallet: true })
    expect(open).toMatchObject({ type: 'credit_card', amount: 10_000, walletAmount: 3000, status: 'waiting' })
    expect(await wallet()).toMatchObject({ balance: 0, reserved: 3000 })
    const { transaction } = await generate({ paymentId: open.id })
    expect(transaction['amount']).toBe(7000)
    await patient.call('appointment.cancel', { id: visit.id })
    expect(await wallet()).toMatchObject({ balance: 3000, reserved: 0 })
    expect(
      (await wallet()).lines.slice(0, 3).map(({ type, kind, amount, balance }) => [type, kind, amount, balance]),
    ).toEqual([
      ['receivable', 'given_back', 3000, 3000],
      ['debt', 'payment', 3000, 0],
      ['receivable', 'manual', 3000, 3000],
    ])
  })

  test('it can pay a whole visit at once; an insufficient balance alone is refused', async () => {
    await empty()
    expect((await book({ payWith: 'wallet' })).answer.body).toMatchObject({ refused: 'balance_too_low' })
    await credit(10_000)
    const { payment: paid, visit } = await book({ payWith: 'wallet' })
    expect(paid).toMatchObject({ type: 'wallet', status: 'completed', walletAmount: 10_000 })
    expect(visit).toMatchObject({ paymentStatus: 'completed' })
    expect(await wallet()).toMatchObject({ balance: 0, reserved: 0 })
  })

  test('50 bookings at once with credit for two: two are paid from it', async () => {
    await empty()
    await credit(20_000)
    const before = (
      await server.pool.query<{ n: number }>(`select count(*)::int as n from payment where type = 'wallet'`)
    ).rows[0]!.n
    await Promise.all(Array.from({ length: 50 }, () => book({ payWith: 'wallet' })))
    const after = (
      await server.pool.query<{ n: number }>(`select count(*)::int as n from payment where type = 'wallet'`)
    ).rows[0]!.n
    expect(after - before).toBe(2)
    expect(await wallet()).toMatchObject({ balance: 0 })
  }, 60_000)

  test('it never falls below zero, also by manual changes; amounts are whole, positive and limited', async () => {
    await empty()
    const add = (extra: object) =>
      admin.call('balance.add', {
        id: newId(),
        patientId: people().patientKuzey.id,
        type: 'debt',
        amount: 1,
        currency: 'try',
        reason: 'x',
        ...extra,
      } as never)
    expect((await add({})).body).toMatchObject({ refused: 'balance_too_low' })
    for (const amount of [-1, 0, 1.005, 1e15, '100', null, Number.MAX_SAFE_INTEGER])
      expect((await add({ type: 'receivable', amount })).status).toBe(400)
    expect((await add({ type: 'receivable', currency: 'btc' })).status).toBe(400)
    expect((await add({ type: 'receivable', reason: '  ' })).status).toBe(400)
    expect(
      (
        await desk.call('balance.add', {
          id: newId(),
          patientId: people().patientKuzey.id,
          type: 'receivable',
          amount: 5,
          currency: 'eur',
          reason: 'x',
        })
      ).body,
    ).toMatchObject({ refused: 'currency_differs' })
  })
})

describe('at the desk, transfers, refunds (rules 34–40)', () => {
  const past = async () => {
    const start = new Date(server.clock.now - ++slots * 3_600_000 - 86_400_000 * 40).toISOString()
    return server.world.visit(people().doctorKuzey.id, people().patientKuzey.id, server.world.clinics.kuzey, start)
  }

  test('cash completes visit and payment; the doctor’s share is paid out, and a refund corrects it', async () => {
    const id = await past()
    await server.pool.query('update appointment set commission = 1500, earn = 8500 where id = $1', [id])
    const paid = await desk.call('payment.add', { id: newId(), appointmentId: id })
    expect(paid.body).toMatchObject({
      payment: { type: 'cash', status: 'completed', amount: 10_000, commission: 1500, earn: 8500 },
      appointment: { status: 'completed', paymentStatus: 'completed' },
    })
    const paidPayment = of(paid, 'payment')
    expect((await desk.call('payment.add', { id: newId(), appointmentId: id })).body).toMatchObject({
      refused: 'already_paid',
    })
    expect((await (await server.as('doctorKuzey')).call('payment.earn', { id: paidPayment.id })).status).toBe(403)
    expect((await desk.call('payment.earn', { id: paidPayment.id })).status).toBe(403)
    const all = await Promise.all(Array.from({ length: 50 }, () => admin.call('payment.earn', { id: paidPayment.id })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(all.map(({ body }) => body['refused']))).toEqual(new Set([undefined, 'earn_done']))
    await admin.call('payment.refundStart', { id: paidPayment.id })
    await admin.call('payment.refundApprove', { id: paidPayment.id })
    expect(await payment(paidPayment.id)).toMatchObject([
      { refundStatus: 'refunded', refundTo: 'wallet', earnStatus: 'completed' },
    ])
    const { rows } = await server.pool.query(
      `select a.kind, sum(l.amount)::int as sum from ledger_line l join ledger_account a on a.id = l.account_id join ledger_transfer t on t.id = l.transfer_id
        where t.payment_id = $1 group by 1 having sum(l.amount) <> 0 order by 1`,
      [paidPayment.id],
    )
    expect(rows).toEqual([
      { kind: 'cash', sum: -10_000 },
      { kind: 'wallet', sum: 10_000 },
    ])
  }, 60_000)

  test('a transfer: one of fifty approvals counts; a cancelled one cannot be approved; it can be deleted only while it waits or once cancelled', async () => {
    const wish = { payWith: 'bank_transfer', bankId: server.world.bank }
    const { payment: one } = await book(wish)
    expect((await desk.call('payment.approve', { id: one.id })).status).toBe(403)
    const all = await Promise.all(Array.from({ length: 50 }, () => admin.call('payment.approve', { id: one.id })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await admin.call('payment.delete', { id: one.id })).body).toMatchObject({ refused: 'already_paid' })
    const { payment: two, visit } = await book(wish)
    expect((await admin.call('payment.cancel', { id: two.id })).body).toMatchObject({
      payment: { status: 'cancelled' },
      appointment: { id: visit.id, status: 'cancelled' },
    })
    expect((await admin.call('payment.approve', { id: two.id })).body).toMatchObject({ refused: 'payment_cancelled' })
    expect((await admin.call('payment.delete', { id: two.id })).status).toBe(200)
    expect(await payment(two.id)).toEqual([])
    const { payment: three, visit: kept } = await book(wish)
    await admin.call('payment.cancel', { id: three.id, cancelAppointment: false })
    expect((await patient.call('appointment.list', { id: kept.id })).body['appointments']).toMatchObject([
      { status: 'waiting' },
    ])
  }, 60_000)

  test('a refund to the card is requested once, and the provider’s notice completes it', async () => {
    const { visit, payment: paid } = await paidByCard()
    await desk.call('appointment.cancel', { id: visit.id, reason: 'Hekim hasta' })
    expect(await payment(paid.id)).toMatchObject([{ refundStatus: 'pending', refundTo: 'wallet' }])
    const pay = server.deps.pay!
    let requestCount = 0
    Object.assign(server.deps, {
      pay: { ...pay, refund: async () => (requestCount++, 'pending') } satisfies PaymentProvider,
    })
    expect((await admin.call('payment.refundApprove', { id: paid.id, to: 'source' })).body).toMatchObject({
      payment: { refundStatus: 'approved', refundTo: 'source' },
    })
    await tendMoney(server.deps)
    expect(requestCount).toBe(1)
    Object.assign(server.deps, { pay })
    const { rows } = await server.pool.query<Row>('select * from payment_transaction where payment_id = $1', [paid.id])
    for (let time = 0; time < 2; time++) await deliver(notice(rows[0]!, { kind: 'refunded' }))
    expect(await payment(paid.id)).toMatchObject([{ refundStatus: 'refunded' }])
    expect((await admin.call('payment.refundDone', { id: paid.id })).body).toMatchObject({
      refused: 'already_refunded',
    })
  })

  test('a refund to the balance happens once, only for a cancelled visit; 50 at once count as one', async () => {
    await empty()
    const { visit, payment: paid } = await paidByCard()
    expect((await admin.call('payment.toBalance', { id: paid.id })).body).toMatchObject({ refused: 'appointment_open' })
    await patient.call('appointment.cancel', { id: visit.id })
    const all = await Promise.all(Array.from({ length: 50 }, () => admin.call('payment.toBalance', { id: paid.id })))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await wallet()).toMatchObject({ balance: 10_000 })
  }, 60_000)

  test('the patient is notified in their own language, once', async () => {
    await server.pool.query('delete from message')
    await server.pool.query(`update person set lang = 'ru' where id = $1`, [people().patientKuzey.id])
    await paidByCard()
    await sendMessages(server.deps)
    const { rows } = await server.pool.query<{ subject: string; body: string }>(
      `select subject, body from message where template like 'payment%'`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.subject).toBe('Klinik kuzey: ваш платёж получен')
    expect(rows[0]!.body).toContain('100,00')
    await server.pool.query(`update person set lang = 'tr' where id = $1`, [people().patientKuzey.id])
  })

  test('rule 45: the provider is queried once about a payment still open after ten minutes', async () => {
    await server.pool.query('delete from message')
    const { payment: open } = await book({ payWith: 'bank_transfer', bankId: server.world.bank })
    await paidByCard()
    await server.pool.query('delete from message')
    server.clock.now += 9 * 60_000
    await tendMoney(server.deps)
    const awaited = async () =>
      (await server.pool.query(`select key from message where key = $1`, [`awaited:${open.id}`])).rowCount
    expect(await awaited()).toBe(0)
    server.clock.now += 2 * 60_000
    await tendMoney(server.deps)
    await tendMoney(server.deps)
    expect(await awaited()).toBe(1)
  })
})

test('the database allows the same steps as the contract, and no others', async () => {
  const { rows } = await server.pool.query<{ thing: string; was: string; becomes: string }>(
    `select * from money_step where thing in ('payment', 'refund', 'earn')`,
  )
  const named = Object.entries({ payment: PAYMENT_STEPS, refund: REFUND_STEPS, earn: EARN_STEPS }).flatMap(
    ([thing, steps]) =>
      Object.entries<readonly string[]>(steps).flatMap(([was, ends]) =>
        ends.map((becomes) => ({ thing, was, becomes })),
      ),
  )
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(new Set(named.map((row) => JSON.stringify(row))))
})

test('the database guards the steps and the ledger: none can be skipped, nothing rewritten', async () => {
  const { payment: paid } = await paidByCard()
  const update = (set: string) => server.pool.query(`update payment set ${set} where id = '${paid.id}'`)
  for (const set of [
    `status = 'waiting'`,
    `status = 'cancelled'`,
    `refund_status = 'refunded'`,
    'amount = 1',
    `type = 'cash'`,
  ])
    await expect(update(set)).rejects.toMatchObject({ code: '23514', constraint: 'money_step' })
  for (const table of ['ledger_line', 'ledger_transfer', 'balance_line'])
    for (const sql of [
      `delete from ${table}`,
      `update ${table} set ${table === 'ledger_line' ? 'amount = 1' : 'reason = null'}`,
    ])
      await expect(server.pool.query(sql)).rejects.toMatchObject({ code: '42501' })
  await expect(
    server.pool.query(
      `with a as (insert into ledger_account (kind, currency) values ('by_hand', 'gbp') returning id)
       insert into ledger_line select t.id, a.id, 5 from ledger_transfer t, a limit 1`,
    ),
  ).rejects.toMatchObject({ constraint: 'ledger_sums_to_zero' })
})

test('the ledger balances after all of that', async () => {
  const { differences, payments } = await checkMoney(server.deps)
  expect(differences).toEqual([])
  expect(payments).toBeGreaterThan(20)
})
