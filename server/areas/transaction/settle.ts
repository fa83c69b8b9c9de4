import { newId } from '../../../contract/kernel/id.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../http/handler.ts'
import { creditLate, type Deed } from '../payment/ledger.ts'
import { complete } from '../payment/settle.ts'
import { lockPayment, lockPaymentsOf, type PaymentFacts } from '../payment/store.ts'
import { tellLate, tellPaid } from '../payment/tell.ts'
import type { Transaction } from '../payment/transaction-row.ts'

/**
 * A card was charged: what it was for is paid, once. If there is nothing left to pay (cancelled, expired, paid by other
 * means), the money goes to the patient's wallet. The payer is told which. The caller locks the transaction, after what
 * it pays for.
 */
export async function settlePaid(
  db: Db,
  deps: Pick<Deps, 'publicUrl'>,
  transaction: Transaction,
  charge: string,
  deed: Deed,
): Promise<Target[]> {
  if (transaction.status === 'paid' || transaction.status === 'late') return []
  const paid = transaction.payment_id ? await payPayment(db, transaction, deed) : await payLink(db, transaction, deed)
  if (!paid) await creditLate(db, { ...transaction, key: transaction.id }, deed)
  await db.query('update payment_transaction set status = $2, charge = $3, settled_at = $4 where id = $1', [
    transaction.id,
    paid ? 'paid' : 'late',
    charge,
    new Date(deed.at),
  ])
  if (!paid) return tellLate(db, deps, transaction, deed.at)
  await tellPaid(db, deps, paid, deed.at)
  return paid
}

/** Locks what a transaction pays for and then itself, in the order of everything that touches them. */
export async function lockTransaction(db: Db, id: string): Promise<Transaction | null> {
  const { rows } = await db.query<Transaction>('select * from payment_transaction where id = $1', [id])
  const transaction = rows[0]
  if (!transaction) return null
  if (transaction.payment_id) await lockPayment(db, transaction.payment_id)
  else {
    await db.query(
      'select from appointment where id = (select appointment_id from payment_link where id = $1) for update',
      [transaction.link_id],
    )
    await db.query('select from payment_link where id = $1 for update', [transaction.link_id])
  }
  const locked = await db.query<Transaction>('select * from payment_transaction where id = $1 for update', [id])
  return locked.rows[0] ?? null
}

async function payPayment(db: Db, transaction: Transaction, deed: Deed): Promise<Target[] | null> {
  const found = transaction.payment_id ? await lockPayment(db, transaction.payment_id) : null
  if (!found || !fits(found.payment, transaction)) return null
  if (!(await complete(db, found.payment, deed, { type: 'credit_card', transactionId: transaction.id }))) return null
  return touchedBy(found.payment)
}

type Link = {
  readonly id: string
  readonly appointment_id: string | null
  readonly doctor_id: string | null
  readonly status: string
  readonly top_up: boolean
  readonly amount: number
}

async function payLink(db: Db, transaction: Transaction, deed: Deed): Promise<Target[] | null> {
  const { rows } = await db.query<Link>(
    'select id, appointment_id, doctor_id, status, top_up, amount from payment_link where id = $1',
    [transaction.link_id],
  )
  const link = rows[0]
  // money for an amount that the link no longer asks is not its own
  if (!link || link.status !== 'waiting' || link.amount !== transaction.amount) return null
  const payment = await paymentOf(db, transaction, link, deed)
  if (payment) await complete(db, payment, deed, { type: 'credit_card', transactionId: transaction.id })
  await db.query(`update payment_link set status = 'paid', paid_at = $2, payment_id = $3 where id = $1`, [
    link.id,
    new Date(deed.at),
    payment?.id ?? null,
  ])
  return payment && [...touchedBy(payment), { table: 'payment_link', id: link.id }]
}

/**
 * The payment that a link's money completes: the visit's open one, or one of its own; null if the visit needs none any
 * more.
 */
async function paymentOf(db: Db, transaction: Transaction, link: Link, { at }: Deed): Promise<PaymentFacts | null> {
  if (link.appointment_id) {
    const payments = await lockPaymentsOf(db, link.appointment_id)
    const open = payments.find(({ status }) => status === 'waiting')
    if (open) return fits(open, transaction) ? open : null
    if (payments.some(({ status, refund_status }) => status === 'completed' && refund_status !== 'refunded'))
      return null
    const { rowCount } = await db.query(`select from appointment where id = $1 and status <> 'cancelled'`, [
      link.appointment_id,
    ])
    if (!rowCount) return null
  }
  const id = newId(at)
  await db.query(
    `insert into payment (id, appointment_id, patient_id, doctor_id, clinic_id, type, amount, currency, added_at, link_id, top_up)
     values ($1, $2, $3, $4, $5, 'credit_card', $6, $7, $8, $9, $10)`,
    [
      id,
      link.appointment_id,
      transaction.patient_id,
      link.doctor_id,
      transaction.clinic_id,
      transaction.amount,
      transaction.currency,
      new Date(at),
      link.id,
      link.top_up,
    ],
  )
  return (await lockPayment(db, id))!.payment // just written
}

const fits = (payment: PaymentFacts, { amount, currency }: Transaction) =>
  payment.status === 'waiting' && payment.amount - payment.wallet_amount === amount && payment.currency === currency

const touchedBy = ({ id, appointment_id }: PaymentFacts): Target[] => [
  { table: 'payment', id },
  ...(appointment_id ? [{ table: 'appointment' as const, id: appointment_id }] : []),
]
