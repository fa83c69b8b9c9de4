import fc from 'fast-check'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../contract/kernel/id.ts'
import { PAY_SECRET } from '../../../tests/support/deps.ts'
import { freshKey, startServer, type Answer, type Client, type TestServer } from '../../../tests/support/server.ts'
import { createLimits } from '../../http/limits.ts'
import { tendMoney } from '../../../tests/support/tend-money.ts'
import { checkMoney } from '../moneycheck/check.ts'
import { sign } from '../../ports/payment/signature.ts'

let server: TestServer
let patient: Client
let admin: Client
let desk: Client
beforeAll(async () => {
  server = await startServer()
  server.clock.now = Date.parse(server.world.slot(0, 9))
  await signIn()
})
afterAll(() => server.stop())

async function signIn() {
  patient = await server.signIn('patientKuzey')
  admin = await server.signIn('admin')
  desk = await server.signIn('deskKuzey', 'kuzey.localhost')
}

const PRICE = 10_000
type Act =
  | { readonly act: 'book'; readonly way: 'credit_card' | 'bank_transfer' | 'wallet'; readonly useWallet: boolean }
  | { readonly act: 'page' | 'approve' | 'cancelVisit' | 'refund' | 'toBalance'; readonly of: number }
  | {
      readonly act: 'notice'
      readonly of: number
      readonly kind: 'paid' | 'failed' | 'forged' | 'unlike'
      readonly twice: boolean
    }
  | { readonly act: 'byHand'; readonly amount: number }
  | { readonly act: 'reprice'; readonly of: number; readonly price: number }
  | { readonly act: 'wait' }
/** `crash`: the query of its first attempt at which the server dies; the attempt is then repeated, as a device does. */
type Step = Act & { readonly crash: number | null }

/** The same story without a database, as a person would note it with pencil and paper. */
type Sheet = { wallet: number; visits: Visit[]; tries: Try[] }
type Visit = {
  readonly id: string
  readonly paymentId: string
  price: number
  cancelled: boolean
  readonly type: string
  status: 'waiting' | 'completed' | 'cancelled'
  refund: 'none' | 'pending' | 'refunded'
  readonly fromWallet: number
}
type Try = { readonly id: string; readonly visit: Visit; readonly amount: number; charged: boolean }

function note(
  sheet: Sheet,
  step: Act,
  made: { readonly id: string; readonly paymentId: string; readonly tryId: string | null },
) {
  const visit = 'of' in step ? sheet.visits[step.of % Math.max(1, sheet.visits.length)] : undefined
  switch (step.act) {
    case 'book': {
      const fromWallet = step.useWallet || step.way === 'wallet' ? Math.min(sheet.wallet, PRICE) : 0
      if (step.way === 'wallet' && fromWallet < PRICE) return
      sheet.wallet -= fromWallet
      const whole = fromWallet === PRICE
      sheet.visits.push({
        ...made,
        price: PRICE,
        cancelled: false,
        type: whole ? 'wallet' : step.way,
        status: whole ? 'completed' : 'waiting',
        refund: 'none',
        fromWallet,
      })
      return
    }
    case 'page':
      if (visit?.status === 'waiting' && made.tryId && !sheet.tries.some(({ id }) => id === made.tryId))
        sheet.tries.push({ id: made.tryId, visit, amount: visit.price - visit.fromWallet, charged: false })
      return
    case 'approve':
      if (visit?.status === 'waiting' && visit.type === 'bank_transfer') visit.status = 'completed'
      return
    case 'cancelVisit':
      if (!visit || visit.cancelled) return
      visit.cancelled = true
      if (visit.status === 'waiting') giveBack(sheet, visit)
      else if (visit.status === 'completed' && visit.refund === 'none') visit.refund = 'pending'
      return
    case 'refund':
      if (visit?.refund === 'pending') refundTo(sheet, visit)
      return
    case 'toBalance':
      if (visit?.cancelled && visit.status === 'completed' && visit.refund !== 'refunded') refundTo(sheet, visit)
      return
    case 'notice': {
      const its = sheet.tries[step.of % Math.max(1, sheet.tries.length)]
      if (!its || its.charged || step.kind !== 'paid') return
      its.charged = true
      // what was charged for an earlier price belongs to the patient
      const fits = its.amount === its.visit.price - its.visit.fromWallet
      if (its.visit.status === 'waiting' && fits) its.visit.status = 'completed'
      else sheet.wallet += its.amount
      return
    }
    case 'reprice':
      if (visit?.status !== 'waiting' || visit.fromWallet > step.price) return
      visit.price = step.price
      if (visit.fromWallet === step.price) visit.status = 'completed'
      return
    case 'byHand':
      if (sheet.wallet + step.amount >= 0) sheet.wallet += step.amount
      return
    case 'wait':
      for (const each of sheet.visits)
        if (each.status === 'waiting' && each.type === 'credit_card') {
          each.cancelled = true
          giveBack(sheet, each)
        }
  }
}

function giveBack(sheet: Sheet, visit: Visit) {
  visit.status = 'cancelled'
  sheet.wallet += visit.fromWallet
}
function refundTo(sheet: Sheet, visit: Visit) {
  visit.refund = 'refunded'
  sheet.wallet += visit.price
}

let slots = 0
/** Performs the same step on the server; only the result counts, not the refusals. */
async function perform(
  sheet: Sheet,
  step: Step,
  ids: { readonly id: string; readonly paymentId: string },
): Promise<string | null> {
  Object.assign(server.deps, { limits: createLimits() })
  const key = freshKey()
  const slot = slots
  const visit = 'of' in step ? sheet.visits[step.of % Math.max(1, sheet.visits.length)] : undefined
  const once = (): Promise<Answer | null> => {
    const { people, clinics, bank } = server.world
    switch (step.act) {
      case 'book':
        return patient.call(
          'appointment.bookPaid',
          {
            ...ids,
            patientId: people.patientKuzey.id,
            doctorId: people.doctorKuzey.id,
            clinicId: clinics.kuzey,
            start: server.world.slot(5 + Math.floor(slot / 24), slot % 24),
            duration: 20,
            type: 'face-to-face',
            payWith: step.way,
            useWallet: step.useWallet,
            ...(step.way === 'bank_transfer' && { bankId: bank }),
          },
          { key },
        )
      case 'page':
        return visit ? patient.call('transaction.generate', { paymentId: visit.paymentId }) : Promise.resolve(null)
      case 'approve':
        return visit ? admin.call('payment.approve', { id: visit.paymentId }, { key }) : Promise.resolve(null)
      case 'cancelVisit':
        return visit ? desk.call('appointment.cancel', { id: visit.id, reason: 'x' }, { key }) : Promise.resolve(null)
      case 'refund':
        return visit ? admin.call('payment.refundApprove', { id: visit.paymentId }, { key }) : Promise.resolve(null)
      case 'toBalance':
        return visit ? admin.call('payment.toBalance', { id: visit.paymentId }, { key }) : Promise.resolve(null)
      case 'notice':
        return tell(sheet.tries[step.of % Math.max(1, sheet.tries.length)], step)
      case 'byHand':
        return admin.call(
          'balance.add',
          {
            id: ids.id,
            patientId: people.patientKuzey.id,
            type: step.amount > 0 ? 'receivable' : 'debt',
            amount: Math.abs(step.amount),
            currency: 'try',
            reason: 'x',
          },
          { key },
        )
      case 'reprice':
        return visit
          ? admin.call('appointment.reprice', { id: visit.id, price: step.price, reason: 'x' }, { key })
          : Promise.resolve(null)
      case 'wait':
        return tendMoney(server.deps).then(() => null)
    }
  }
  if (step.act === 'book') slots++
  if (step.act === 'wait') {
    server.clock.now += 32 * 60_000
    // so that the acting person's session does not expire
    await server.pool.query(`update session set used_at = $1, expires_at = $1::timestamptz + interval '1 day'`, [
      new Date(server.clock.now),
    ])
  }
  if (step.crash !== null) {
    const { pool } = server.deps
    Object.assign(server.deps, { pool: dying(pool, step.crash) })
    await once().catch(() => null)
    Object.assign(server.deps, { pool })
  }
  const answer = await once()
  const transaction = answer?.body['transaction'] as { id: string } | undefined
  return transaction?.id ?? null
}

async function tell(attempt: Try | undefined, step: Extract<Act, { act: 'notice' }>): Promise<Answer | null> {
  if (!attempt) return null
  const raw = JSON.stringify({
    eventId: `${step.kind} ${attempt.id}${step.twice ? '' : newId()}`,
    kind: step.kind === 'failed' ? 'failed' : 'paid',
    transactionId: attempt.id,
    merchant: 'test house',
    ref: null,
    amount: attempt.amount + (step.kind === 'unlike' ? 1 : 0),
    currency: 'try',
    charge: `charge ${attempt.id}`,
  })
  const deliver = () =>
    server.nobody().request('POST', '/api/payment/webhook/test', raw, {
      'content-type': 'application/json',
      'bedside-signature': sign(raw, step.kind === 'forged' ? 'forged' : PAY_SECRET, server.clock.now),
    })
  const [answer] = await Promise.all(step.twice ? [deliver(), deliver()] : [deliver()])
  return answer ?? null
}

/** A pool whose connections all break at the nth query from now: nothing that was begun commits. */
function dying(pool: pg.Pool, after: number): pg.Pool {
  let left = after
  const query =
    (of: pg.Pool | pg.PoolClient) =>
    (...args: Parameters<pg.Pool['query']>) =>
      left-- <= 0 && !/^rollback/i.test(String(args[0]))
        ? Promise.reject(new Error('the server died'))
        : of.query(...args)
  return new Proxy(pool, {
    get: (attempt, name) => {
      if (name === 'query') return query(attempt)
      if (name === 'connect')
        return async () => {
          const client = await attempt.connect()
          return new Proxy(client, {
            get: (inner, field) => {
              if (field === 'query') return query(inner)
              const value: unknown = Reflect.get(inner, field)
              return typeof value === 'function' ? value.bind(inner) : value
            },
          })
        }
      const value: unknown = Reflect.get(attempt, name)
      return typeof value === 'function' ? value.bind(attempt) : value
    },
  })
}

const of = fc.nat(5)
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('book' as const),
      way: fc.constantFrom('credit_card' as const, 'bank_transfer' as const, 'wallet' as const),
      useWallet: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom(
        'page' as const,
        'approve' as const,
        'cancelVisit' as const,
        'refund' as const,
        'toBalance' as const,
      ),
      of,
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('page' as const), of }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('notice' as const),
      of,
      kind: fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const, 'forged' as const, 'unlike' as const),
      twice: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('byHand' as const),
      amount: fc.constantFrom(3000, 12_000, -2000, -50_000),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('reprice' as const), of, price: fc.constantFrom(3000, 8000, 12_000) }),
  },
  { weight: 1, arbitrary: fc.constant({ act: 'wait' as const }) },
)
const steps = fc.array(
  fc.tuple(act, fc.option(fc.nat(25), { freq: 3 })).map(([its, crash]): Step => ({ ...its, crash })),
  { minLength: 8, maxLength: 28 },
)
const RUNS = Number(process.env['MONEY_RUNS'] ?? 20)

test(
  'G21: any order of booking, paying, cancelling, refunding and notices, with crashes in between, ends as the model says',
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        await settle()
        const sheet: Sheet = { wallet: 0, visits: [], tries: [] }
        for (const step of story) {
          const ids = { id: newId(), paymentId: newId() }
          const tryId = await perform(sheet, step, ids)
          note(sheet, step, { ...ids, tryId })
        }
        const { rows } = await server.pool.query<{ id: string; status: string; refund: string; visit: string }>(
          `select p.id, p.status, p.refund_status as refund, a.status as visit from payment p join appointment a on a.id = p.appointment_id where p.id = any ($1)`,
          [sheet.visits.map(({ paymentId }) => paymentId)],
        )
        const found = new Map(rows.map(({ id, ...row }) => [id, row]))
        expect(sheet.visits.map(({ paymentId }) => found.get(paymentId))).toEqual(
          sheet.visits.map(({ status, refund, cancelled }) => ({
            status,
            refund,
            visit: cancelled ? 'cancelled' : 'waiting',
          })),
        )
        expect(await held()).toBe(sheet.wallet)
        expect((await checkMoney(server.deps)).differences).toEqual([])
      }),
      { numRuns: RUNS },
    )
  },
  RUNS * 60_000,
)

/**
 * Closes everything that an earlier story left open, so that none of it ends in the middle of the next one; and empties
 * the wallet, so that it seldom pays a whole visit.
 */
async function settle() {
  Object.assign(server.deps, { limits: createLimits() })
  const { rows } = await server.pool.query<{ id: string }>(`select id from payment where status = 'waiting'`)
  for (const { id } of rows) await admin.call('payment.cancel', { id, cancelAppointment: false }, { key: freshKey() })
  const amount = await held()
  const patientId = server.world.people.patientKuzey.id
  if (amount > 0)
    await admin.call('balance.add', { id: newId(), patientId, type: 'debt', amount, currency: 'try', reason: 'x' })
}

async function held(): Promise<number> {
  const { rows } = await server.pool.query<{ held: number }>(
    `select coalesce(sum(balance), 0)::int as held from ledger_account where kind = 'wallet' and patient_id = $1`,
    [server.world.people.patientKuzey.id],
  )
  return rows[0]!.held
}
