import { CARD_MINUTES } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { Parsed } from '../../../contract/calls.ts'
import { PAY_RETURN_PATH } from '../../../contract/transaction/transaction.ts'
import { besideOf, meaningForPayment, meaningOfHost } from '../../identity/host.ts'
import { asServer } from '../../db/owner.ts'
import type { Db } from '../../db/pool.ts'
import { asPerson } from '../../db/transaction.ts'
import { hashOf } from '../../identity/secret.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Deps, Outside } from '../../http/handler.ts'
import type { Origin, Who } from '../../identity/who.ts'
import { openPayment } from '../payment/open.ts'
import type { PaymentProvider } from '../../ports/payment/provider.ts'
import { lockPayment } from '../payment/store.ts'
import { linkTo } from '../../identity/links.ts'
import { shown, type Transaction } from '../payment/transaction-row.ts'

type PaymentRequest = Parsed<'transaction.generate'>
type Target = { readonly paymentId: string } | { readonly linkId: string }

/**
 * The page where a card is charged. What is to be paid is found with the caller's visibility, or by a link's token; the
 * transaction is committed before the provider is called, so that whatever it charges has a record here. No lock is
 * held during the call.
 */
export async function generate(input: PaymentRequest, ctx: Outside<'transaction.generate'>) {
  const { deps, origin, now } = ctx
  const who = ctx.who as Who | null // the row is open to anyone
  const wait = await deps.limits.spend('pay', who?.id ?? origin.ip)
  if (wait) throw new Refused('too_many_tries', { seconds: wait }, 429)
  const { pay } = deps
  if (!pay) throw new Refused('card_not_possible')
  const target = await targetOf(input, ctx, who)
  const transaction = await asServer(deps.pool, (db) => begin(db, target, pay, now, input.shown))
  const reachable = await originOf(deps, origin)
  if (transaction.status === 'paid' || transaction.status === 'late')
    return { status: true as const, transaction: shown(transaction), paymentUrl: returnTo(reachable, transaction.id) }
  const url = transaction.url ?? (await askFor(deps, pay, transaction, reachable, who))
  return { status: true as const, transaction: shown(transaction), paymentUrl: url }
}

/**
 * Who may pay this (RULES 13): patients their own, and anyone with an open link's address, on the platform's or its
 * clinic's host.
 */
async function targetOf(
  input: PaymentRequest,
  { deps, origin, now }: Outside<'transaction.generate'>,
  who: Who | null,
): Promise<Target> {
  if (input.link !== undefined) return { linkId: await linkOf(deps, origin, input.link) }
  if (!who) throw new Refused('token_invalid', {}, 401)
  if (who.type !== 'patient') throw new Refused('unauthorized', {}, 403)
  return asPerson(deps.pool, who, async (db): Promise<Target> => {
    if (input.linkId !== undefined) {
      const { rowCount } = await db.query('select from payment_link where id = $1', [input.linkId])
      if (!rowCount) throw new Refused('link_not_found')
      return { linkId: input.linkId }
    }
    if (input.paymentId !== undefined) {
      const { rowCount } = await db.query('select from payment where id = $1', [input.paymentId])
      if (!rowCount) throw new Refused('payment_not_found')
      return { paymentId: input.paymentId }
    }
    return { paymentId: await paymentOfVisit(db, input.appointmentId ?? '', who, now) }
  })
}

/**
 * A link by the token of its address. On another clinic's host it does not exist (issue "bad input"): only its own host
 * and the platform's know it.
 */
export async function linkOf(deps: Deps, origin: Origin, token: string): Promise<string> {
  const { rows } = await deps.pool.query<{ id: string; clinic_id: string | null }>(
    'select l.id, l.clinic_id from payment_link_secret s join payment_link l on l.id = s.link_id where s.hash = $1',
    [hashOf(token)],
  )
  const link = rows[0]
  const host = await meaningForPayment(deps, origin.host)
  if (!link || host.kind === 'unknown' || (host.kind === 'clinic' && host.clinic.id !== link.clinic_id))
    throw new Refused('link_not_found')
  return link.id
}

/** The visit's open payment, or one that is made for it now; it does not expire, since the visit was not booked by card (rule 20). */
async function paymentOfVisit(db: Db, id: string, who: Who, now: number): Promise<string> {
  const { rows } = await db.query<Visit>('select * from appointment where id = $1 for update', [id])
  const visit = rows[0]
  if (!visit) throw new Refused('appointment_not_found')
  const { rows: payments } = await db.query<{ id: string }>(
    `select id from payment where appointment_id = $1 and status <> 'cancelled' order by status = 'waiting' desc, added_at desc limit 1`,
    [id],
  )
  if (payments[0]) return payments[0].id
  if (visit.status === 'cancelled') throw new Refused('already_cancelled')
  if (visit.price === 0) throw new Refused('already_paid')
  const made = await openPayment(
    { db, who, now },
    {
      id: newId(now),
      visit: {
        id,
        patientId: visit.patient_id,
        doctorId: visit.doctor_id,
        clinicId: visit.clinic_id,
        start: visit.starts_at.toISOString(),
      },
      amount: visit.price,
      currency: visit.currency,
      type: 'credit_card',
      fromWallet: 0,
      fromGiven: 0,
      bankId: null,
      slug: null,
      endless: true,
    },
  )
  return made.id
}

type Visit = {
  readonly status: string
  readonly price: number
  readonly currency: Transaction['currency']
  readonly patient_id: string
  readonly doctor_id: string
  readonly clinic_id: string | null
  readonly starts_at: Date
}

/** The transaction to continue: the open one, the one that has paid, or a new one. What it pays for is locked. */
async function begin(
  db: Db,
  target: Target,
  pay: PaymentProvider,
  now: number,
  due: PaymentRequest['shown'],
): Promise<Transaction> {
  const order =
    'paymentId' in target ? await orderOfPayment(db, target.paymentId) : await orderOfLink(db, target.linkId, now)
  if ('paid' in order) return order.paid
  if (due && (due.amount !== order.amount || due.currency !== order.currency)) throw new Refused('amount_changed')
  const { rows: open } = await db.query<Transaction>(OPEN, [order.paymentId, order.linkId])
  const transaction = open[0]
  if (
    transaction &&
    transaction.expires_at.getTime() > now &&
    transaction.amount === order.amount &&
    transaction.provider === pay.name
  )
    return transaction
  if (transaction) await db.query(`update payment_transaction set status = 'expired' where id = $1`, [transaction.id])
  const { rows } = await db.query<Transaction>(INSERT, [
    newId(now),
    pay.name,
    order.paymentId,
    order.linkId,
    order.patientId,
    order.clinicId,
    order.amount,
    order.currency,
    new Date(now),
    // a minute longer than the provider's minimum, so that its clock may differ
    new Date(now + (CARD_MINUTES + 1) * 60_000),
  ])
  return rows[0]! // just written
}

async function orderOfPayment(db: Db, id: string) {
  const found = await lockPayment(db, id)
  if (!found) throw new Refused('payment_not_found')
  const { payment } = found
  if (payment.status === 'cancelled') throw new Refused('payment_cancelled')
  if (payment.status === 'completed') return firstOf(db, 'payment_id', id)
  return {
    paymentId: id,
    linkId: null,
    patientId: payment.patient_id,
    clinicId: payment.clinic_id,
    amount: payment.amount - payment.wallet_amount,
    currency: payment.currency,
  }
}

async function orderOfLink(db: Db, id: string, now: number) {
  const { rows } = await db.query<LinkFacts>(LINK, [id])
  const link = rows[0]
  if (!link) throw new Refused('link_not_found')
  // rule 44: explained, with whom to call
  const help = { clinic: link.clinic, phone: link.phone }
  if (link.status === 'paid') return firstOf(db, 'link_id', id)
  if (link.status === 'cancelled') throw new Refused('link_cancelled', help)
  if (link.status === 'expired' || link.expires_at.getTime() <= now) throw new Refused('link_expired', help)
  return {
    paymentId: null,
    linkId: id,
    patientId: link.patient_id,
    clinicId: link.clinic_id,
    amount: link.amount,
    currency: link.currency,
  }
}

type LinkFacts = Pick<Transaction, 'patient_id' | 'clinic_id' | 'amount' | 'currency' | 'expires_at'> & {
  readonly status: string
  readonly clinic: string | null
  readonly phone: string | null
}

/** Paying twice returns the first result (rule 44). What was not paid by card has none. */
async function firstOf(db: Db, column: 'payment_id' | 'link_id', id: string): Promise<{ paid: Transaction }> {
  const { rows } = await db.query<Transaction>(column === 'payment_id' ? FIRST_OF_PAYMENT : FIRST_OF_LINK, [id])
  if (!rows[0]) throw new Refused('already_paid')
  return { paid: rows[0] }
}

/** SPEC §8: without a transaction the answer is `unknown_error`; what was to be paid stays as it was. */
async function askFor(
  deps: Deps,
  pay: PaymentProvider,
  transaction: Transaction,
  origin: string,
  who: Who | null,
): Promise<string> {
  const { pool } = deps
  const { rows } = await pool.query<{ title: string; lang: 'tr' | 'en' | 'de' | 'ru' }>(
    `select coalesce((select name from clinic where id = $1), 'Bedside') as title, (select lang from person where id = $2) as lang`,
    [transaction.clinic_id, who?.id ?? transaction.patient_id],
  )
  const answer = await pay
    .generate({
      transactionId: transaction.id,
      amount: transaction.amount,
      currency: transaction.currency,
      title: rows[0]?.title ?? 'Bedside',
      lang: rows[0]?.lang ?? 'tr',
      returnUrl: returnTo(origin, transaction.id),
      origin,
      expiresAt: transaction.expires_at.getTime(),
    })
    .catch(() => null)
  if (!answer) {
    await pool.query(`update payment_transaction set status = 'failed' where id = $1 and status = 'open'`, [
      transaction.id,
    ])
    throw new Refused('unknown_error')
  }
  await pool.query('update payment_transaction set provider_ref = $2, url = $3 where id = $1', [
    transaction.id,
    answer.ref,
    answer.url,
  ])
  return answer.url
}

/** The origin of a host we know; never what a request says it came by. */
export async function originOf(deps: Deps, { host }: Pick<Origin, 'host'>): Promise<string> {
  const meaning = await meaningOfHost(deps, host)
  // whoever began to pay on a clinic's payment page or website comes back there
  if (meaning.kind === 'unknown' && (await besideOf(deps.pool, host))) return linkTo(deps.publicUrl(), host, '')
  return linkTo(deps.publicUrl(), meaning.kind === 'clinic' ? meaning.clinic.panelUrl : null, '')
}

const returnTo = (origin: string, transactionId: string) => `${origin}${PAY_RETURN_PATH}?transaction=${transactionId}`

const OPEN = `select * from payment_transaction where status = 'open' and (payment_id = $1 or link_id = $2) for update`
const FIRST_OF_PAYMENT = `select * from payment_transaction t where status = 'paid'
   and (payment_id = $1 or link_id = (select link_id from payment where id = $1)) order by settled_at, id limit 1`
const FIRST_OF_LINK = `select * from payment_transaction where link_id = $1 and status in ('paid', 'late') order by settled_at, id limit 1`
const LINK = `select l.*, c.name as clinic, c.phone from payment_link l left join clinic c on c.id = l.clinic_id where l.id = $1 for update of l`
const INSERT = `insert into payment_transaction (id, provider, payment_id, link_id, patient_id, clinic_id, amount, currency, made_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *`
