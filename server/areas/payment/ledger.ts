import type { BALANCE_KINDS } from '../../../contract/balance/balance.ts'
import type { Currency } from '../../../contract/kernel/constants.ts'
import type { Db } from '../../db/pool.ts'
import { sqlState } from '../../db/transaction.ts'
import { Refused } from '../../kernel/refused.ts'
import type { PaymentFacts } from './store.ts'

/**
 * Every movement of money, each a transfer that sums to zero and happens once (migration 0021). All return whether they
 * took effect; false means that they had before. Refuse with `balance_too_low` if a wallet would go below zero.
 */
export type Deed = { readonly by: string; readonly at: number; readonly reason?: string | null }

/** Reserves the wallet's part while its booking waits (rule 42). */
export const setAside = (db: Db, payment: PaymentFacts, deed: Deed) =>
  post(db, 'reserve', payment, deed, 'payment', [
    ...walletsOf(payment, 'wallet', -1),
    ...walletsOf(payment, 'reserved', 1),
  ])

/** The booking did not happen: the reserved amount can be spent again. */
export const giveBack = (db: Db, payment: PaymentFacts, deed: Deed) =>
  post(db, 'give_back', payment, deed, 'given_back', [
    ...walletsOf(payment, 'reserved', -1),
    ...walletsOf(payment, 'wallet', 1),
  ])

/** Paid: money from outside and what was reserved become fees of the clinic, or credit if the wallet was filled. */
export const pay = async (db: Db, payment: PaymentFacts, deed: Deed) => {
  const outside = payment.amount - payment.wallet_amount
  return post(db, 'pay', payment, deed, 'top_up', [
    { ...clinicAccount(payment, sourceOf(payment)), amount: -outside },
    ...walletsOf(payment, 'reserved', -1),
    payment.top_up
      ? { ...(await creditOf(db, payment)), amount: payment.amount }
      : { ...clinicAccount(payment, 'fees'), amount: payment.amount },
  ])
}

/** Rule 39: to the wallet at once; or due back to where it came from, except what the wallet paid (rule 42). */
export const refund = async (db: Db, payment: PaymentFacts, to: 'wallet' | 'source', deed: Deed) => {
  const outside = payment.amount - payment.wallet_amount
  const credit = await creditOf(db, payment)
  return post(db, 'refund', payment, deed, 'refund', [
    { ...clinicAccount(payment, 'fees'), amount: -payment.amount },
    ...walletsOf(payment, 'wallet', 1),
    { ...credit, kind: to === 'wallet' ? 'wallet' : 'refund_due', amount: outside },
  ])
}

/**
 * The refund has left the bank, the desk or the card's provider. `patient`: who it was due to may be another card than
 * when it was paid.
 */
export const refunded = async (db: Db, payment: PaymentFacts, deed: Deed) => {
  const outside = payment.amount - payment.wallet_amount
  const due = await dueOf(db, payment)
  return post(db, 'refund_done', payment, deed, 'refund', [
    { ...(due ?? (await creditOf(db, payment))), kind: 'refund_due', amount: -outside },
    { ...clinicAccount(payment, sourceOf(payment)), amount: outside },
  ])
}

/** Rule 34: the doctor's share is paid out, the platform's kept. */
export const payOut = (db: Db, payment: PaymentFacts, deed: Deed) =>
  post(db, 'earn', payment, deed, 'payment', sharesOf(payment, 1))

/** Rule 35: a refund after the share was paid out; the doctor's next total is reduced by it. */
export const correctShare = (db: Db, payment: PaymentFacts, deed: Deed) =>
  post(db, 'correct', payment, deed, 'payment', sharesOf(payment, -1))

/** Money that arrived by card when nothing was left to pay becomes the patient's credit (`key` names the attempt). */
export async function creditLate(
  db: Db,
  order: Pick<PaymentFacts, 'patient_id' | 'clinic_id' | 'currency' | 'amount'> & { readonly key: string },
  deed: Deed,
) {
  const facts = { ...order, id: null, appointment_id: null }
  return send(db, `late:${order.key}`, 'late', facts, deed, 'late_payment', [
    { kind: 'card', clinic: order.clinic_id, currency: order.currency, amount: -order.amount },
    { ...(await creditOf(db, order)), amount: order.amount },
  ])
}

/**
 * A movement by hand, with a reason (rule 101); `id` becomes the line's own. A clinic's desk moves that clinic's own
 * credit (docs/decisions/0100), an admin the common wallet.
 */
export async function addByHand(
  db: Db,
  movement: {
    readonly id: string
    readonly patientId: string
    readonly clinicId: string | null
    readonly currency: Currency
    readonly amount: number
  },
  deed: Deed,
) {
  const { patientId: patient, clinicId: clinic, currency, amount } = movement
  const of = { id: null, appointment_id: null, clinic_id: clinic }
  return send(db, `manual:${movement.id}`, 'manual', of, deed, 'manual', [
    { kind: 'wallet', patient, clinic, currency, amount },
    { kind: 'by_hand', clinic, currency, amount: -amount },
  ])
}

/**
 * The amount that can be spent at a clinic, in minor units: credit that the clinic gave, and common credit. Locked
 * until the end of the transaction.
 */
export async function spendable(
  db: Db,
  patientId: string,
  clinicId: string | null,
  currency: string,
): Promise<{ readonly given: number; readonly shared: number }> {
  const { rows } = await db.query<{ given: number; shared: number }>('select * from wallet_spendable($1, $2, $3)', [
    patientId,
    clinicId,
    currency,
  ])
  return rows[0]! // one row, always
}

/** The private clinic that keeps its own wallets; null for the platform. */
async function houseOf(db: Db, clinicId: string | null): Promise<string | null> {
  const { rows } = await db.query<{ house: string | null }>('select house_of($1) as house', [clinicId])
  return rows[0]?.house ?? null
}

type Line = {
  readonly kind:
    | 'wallet'
    | 'reserved'
    | 'refund_due'
    | 'fees'
    | 'commission'
    | 'earned'
    | 'card'
    | 'bank'
    | 'cash'
    | 'by_hand'
  readonly patient?: string | null
  readonly doctor?: string | null
  readonly clinic: string | null
  readonly currency: string
  readonly amount: number
}
type Of = { readonly id: string | null; readonly appointment_id: string | null; readonly clinic_id: string | null }

const post = (db: Db, kind: string, payment: PaymentFacts, deed: Deed, line: BalanceKind, lines: readonly Line[]) =>
  send(db, `${kind}:${payment.id}`, kind, payment, deed, line, lines)

async function send(
  db: Db,
  key: string,
  kind: string,
  of: Of,
  { by, at, reason }: Deed,
  line: BalanceKind,
  lines: readonly Line[],
): Promise<boolean> {
  const merged = mergedOf(lines)
  if (!merged.length) return true
  try {
    const { rows } = await db.query<{ done: boolean }>(
      'select ledger_post($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as done',
      [
        key,
        kind,
        of.id,
        of.appointment_id,
        of.clinic_id,
        reason ?? null,
        by,
        new Date(at),
        line,
        JSON.stringify(merged),
      ],
    )
    return rows[0]?.done === true
  } catch (error) {
    if (sqlState(error) === '23514' && (error as { constraint?: string }).constraint === 'balance_not_below_zero')
      throw new Refused('balance_too_low')
    throw error
  }
}

/** One line per account: lines of the same account are added up. */
function mergedOf(lines: readonly Line[]): Line[] {
  const byAccount = Map.groupBy(
    lines.filter(({ amount }) => amount !== 0),
    ({ kind, patient, doctor, clinic, currency }) =>
      JSON.stringify([kind, patient ?? null, doctor ?? null, clinic, currency]),
  )
  return [...byAccount.values()]
    .map((its) => ({ ...its[0]!, amount: its.reduce((sum, { amount }) => sum + amount, 0) }))
    .filter(({ amount }) => amount !== 0)
}

/** A payment's part of the wallets, one line for each wallet: the clinic's credit, and common credit. */
const walletsOf = (payment: PaymentFacts, kind: 'wallet' | 'reserved', sign: 1 | -1): Line[] => {
  const { patient_id, wallet_patient, wallet_house, wallet_amount, wallet_given, currency } = payment
  const line = { kind, patient: wallet_patient ?? patient_id, currency }
  return [
    { ...line, clinic: wallet_house, amount: sign * wallet_given },
    { ...line, clinic: null, amount: sign * (wallet_amount - wallet_given) },
  ]
}

/**
 * The wallet that new credit goes to, by who manages it today. Money that only a clinic's people recorded as paid
 * becomes credit of that clinic.
 */
const creditOf = async (
  db: Db,
  payment: Pick<PaymentFacts, 'patient_id' | 'clinic_id' | 'currency'> & { readonly at_desk?: boolean },
) => {
  const { patient_id: patient, clinic_id, currency } = payment
  const clinic = payment.at_desk ? clinic_id : await houseOf(db, clinic_id)
  return { kind: 'wallet', patient, clinic, currency } as const
}

/** Where the refund of a payment was made due, whatever has happened to card and clinic since. */
async function dueOf(db: Db, { id, currency }: PaymentFacts): Promise<Omit<Line, 'amount'> | null> {
  const { rows } = await db.query<{ patient: string; clinic: string | null }>('select * from refund_due_of($1)', [id])
  return rows[0] ? { kind: 'refund_due', ...rows[0], currency } : null
}

const clinicAccount = <const K extends Line['kind']>({ clinic_id, currency }: PaymentFacts, kind: K) =>
  ({ kind, clinic: clinic_id, currency }) as const

const sourceOf = ({ type }: PaymentFacts) =>
  type === 'credit_card' ? 'card' : type === 'bank_transfer' ? 'bank' : 'cash'

const sharesOf = (payment: PaymentFacts, sign: 1 | -1): Line[] => [
  { ...clinicAccount(payment, 'fees'), amount: -sign * (payment.commission + payment.earn) },
  { ...clinicAccount(payment, 'commission'), amount: sign * payment.commission },
  { ...clinicAccount(payment, 'earned'), doctor: payment.doctor_id, amount: sign * payment.earn },
]

type BalanceKind = (typeof BALANCE_KINDS)[number]
