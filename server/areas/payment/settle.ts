import type { Target } from '../../../contract/kernel/effect.ts'
import type { Db } from '../../db/pool.ts'
import { correctShare, giveBack, pay, refund, refunded, type Deed } from './ledger.ts'
import { lockPaymentsOf, type PaymentFacts } from './store.ts'

/**
 * The steps of a payment, each by compare-and-swap with its movement in the ledger: false means that it was no longer
 * in the expected state, and nothing has happened. The callers (handlers, jobs) check who may; the database also checks
 * which step may follow which.
 */
export async function complete(
  db: Db,
  payment: PaymentFacts,
  deed: Deed,
  as: {
    readonly type?: PaymentFacts['type']
    readonly bankId?: string | null
    /** The try by which a card was charged. */
    readonly transactionId?: string
    /** Only the clinic's own people say that it was paid. */
    readonly atDesk?: boolean
  } = {},
): Promise<boolean> {
  const type = as.type ?? payment.type
  const { rowCount } = await db.query(
    `update payment set status = 'completed', type = $2, bank_id = coalesce($3, bank_id), paid_at = $4, pay_by = null, transaction_id = $5,
            at_desk = $6
      where id = $1 and status = 'waiting'`,
    [payment.id, type, as.bankId ?? null, new Date(deed.at), as.transactionId ?? null, as.atDesk ?? false],
  )
  if (!rowCount) return false
  await pay(db, { ...payment, type }, deed)
  return true
}

/** Cancels it; what was reserved from the wallet can be spent again. */
export async function cancel(db: Db, payment: PaymentFacts, deed: Deed): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payment set status = 'cancelled', cancelled_at = $2 where id = $1 and status = 'waiting'`,
    [payment.id, new Date(deed.at)],
  )
  if (rowCount) await giveBack(db, payment, deed)
  return rowCount === 1
}

export async function startRefund(db: Db, payment: PaymentFacts, to: 'wallet' | 'source'): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payment set refund_status = 'pending', refund_to = $2, refund_by = app_person() where id = $1 and status = 'completed' and refund_status = 'none'`,
    [payment.id, to],
  )
  return rowCount === 1
}

/** Approved; to the wallet, or where nothing came from outside, it is back at once (rules 39, 42). */
export async function approveRefund(
  db: Db,
  payment: PaymentFacts,
  to: 'wallet' | 'source',
  deed: Deed,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payment set refund_status = 'approved', refund_to = $2 where id = $1 and refund_status = 'pending'`,
    [payment.id, to],
  )
  if (!rowCount) return false
  await refund(db, payment, to, deed)
  if (payment.earn_status === 'completed') await correctShare(db, payment, deed)
  if (to === 'wallet' || payment.wallet_amount === payment.amount) await finish(db, payment.id, deed)
  return true
}

/** The money has left bank, desk or card. */
export async function finishRefund(db: Db, payment: PaymentFacts, deed: Deed): Promise<boolean> {
  const done = await finish(db, payment.id, deed)
  if (done) await refunded(db, payment, deed)
  return done
}

/** Rules 37, 38, 42: with its visit a waiting payment is cancelled, and of a completed one the refund begins. */
export async function cancelWithVisit(db: Db, appointmentId: string, deed: Deed): Promise<Target[]> {
  const touched: Target[] = []
  for (const payment of await lockPaymentsOf(db, appointmentId)) {
    const did =
      payment.status === 'waiting'
        ? await cancel(db, payment, deed)
        : payment.status === 'completed' && payment.amount > 0 && (await startRefund(db, payment, 'wallet'))
    if (did) touched.push({ table: 'payment', id: payment.id })
  }
  return touched
}

async function finish(db: Db, id: string, deed: Deed): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payment set refund_status = 'refunded', refunded_at = $2 where id = $1 and refund_status = 'approved'`,
    [id, new Date(deed.at)],
  )
  return rowCount === 1
}
