import type { Currency, Language } from '../../../contract/kernel/constants.ts'
import type { Notification } from '../../../contract/notification/notification.ts'
import { asServer } from '../../db/owner.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../http/handler.ts'
import type { Who } from '../../identity/who.ts'
import { note } from '../notification/note.ts'
import { moneyIn } from './words.ts'

type Kind = Extract<
  Notification['kind'],
  | 'payment_received'
  | 'payment_to_wallet'
  | 'payment_refunded'
  | 'payment_awaited'
  | 'price_corrected'
  | 'refund_asked'
  | 'proof_added'
>

/**
 * In the app (SPEC §3), in addition to the mail: the payer's notification, with clinic and amount in their language.
 */
export async function noteToPayer(db: Db, kind: Kind, paymentId: string, now: number): Promise<void> {
  const { rows } = await db.query<Facts & { lang: Language | null }>(OF, [paymentId])
  const payment = rows[0]
  if (!payment) return
  const args = [payment.house, amountOf(payment, payment.lang)]
  await note(db, { userId: payment.patient_id, kind, args, appointmentId: payment.appointment_id }, now)
}

/** The bells of those who decide about it: who asks, and how much. */
export async function noteToDeciders(db: Db, kind: Kind, paymentId: string, now: number): Promise<void> {
  const { rows } = await db.query<Facts>(OF, [paymentId])
  const { rows: deciders } = await db.query<{ id: string; lang: Language | null }>(DECIDERS, [paymentId])
  const payment = rows[0]
  if (!payment) return
  for (const { id, lang } of deciders) {
    const args = [payment.patient_name, amountOf(payment, lang)]
    await note(db, { userId: id, kind, args, appointmentId: payment.appointment_id }, now)
  }
}

/**
 * A payer has added the receipt of a transfer: staff are told to look. Staff who add one themselves need not be told.
 */
export async function tellProof(deps: Pick<Deps, 'pool' | 'now' | 'poke'>, who: Who, paymentId: string): Promise<void> {
  if (who.type !== 'patient') return
  const notified = await asServer(deps.pool, async (db) => {
    await noteToDeciders(db, 'proof_added', paymentId, deps.now())
    return (await db.query<{ id: string }>(DECIDERS, [paymentId])).rows
  })
  deps.poke(notified.map(({ id }) => `user:${id}`))
}

type Facts = {
  readonly patient_id: string
  readonly patient_name: string
  readonly appointment_id: string | null
  readonly amount: number
  readonly currency: Currency
  readonly house: string
}

const amountOf = ({ amount, currency }: Facts, lang: Language | null) => moneyIn(lang ?? 'tr', amount, currency)

const OF = `select p.patient_id, p.patient_name, p.appointment_id, p.amount, p.currency, coalesce(c.name, 'Bedside') as house, lang_of(p.patient_id) as lang
  from payment p left join clinic c on c.id = p.clinic_id where p.id = $1`
const DECIDERS = `select d.id, lang_of(d.id) as lang from deciders_of($1) d (id)`
