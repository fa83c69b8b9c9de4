import type { Currency, Language } from '../../../contract/kernel/constants.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../http/handler.ts'
import type { Template } from '../../../contract/email/email.templates.ts'
import { writeTo } from '../message/write-to.ts'
import { behindSignIn, reachOf } from '../../identity/links.ts'
import { note } from '../notification/note.ts'
import { noteToPayer } from './notice.ts'
import type { Transaction } from './transaction-row.ts'
import { moneyIn } from './words.ts'

type Needs = Pick<Deps, 'publicUrl'>

/** The payer hears that the money has come: each payment once, in their language. */
export async function tellPaid(db: Db, deps: Needs, touched: readonly Target[], now: number): Promise<void> {
  for (const { table, id } of touched)
    if (table === 'payment') await tellOf(db, deps, id, 'payment_received', `paid:${id}`, now)
}

/** A card's money that came when there was nothing left to pay: it goes to the wallet, once (rule 18). */
export async function tellLate(db: Db, deps: Needs, payment: Late, now: number): Promise<Target[]> {
  const { rows } = await db.query<ClinicFacts & { lang: Language | null }>(CLINIC_OF, [
    payment.clinic_id,
    payment.patient_id,
  ])
  const { clinic, panel, lang } = rows[0]! // always one row
  const reach = await reachOf(db, payment.patient_id)
  if (!reach) return []
  const args = [clinic ?? 'Bedside', moneyIn(lang ?? 'tr', payment.amount, payment.currency)]
  const id = await note(db, { userId: payment.patient_id, kind: 'payment_late', args }, now)
  await writeTo(db, deps.publicUrl(), reach, {
    template: 'payment_late',
    path: behindSignIn(reach, '/wallet'),
    args: { amount: moneyIn(reach.lang, payment.amount, payment.currency) },
    house: clinic,
    panelUrl: panel,
    of: { patientId: payment.patient_id, clinicId: payment.clinic_id },
    now,
    key: `late:${payment.id}`,
  })
  return [{ table: 'notification', id }]
}

type ClinicFacts = { readonly clinic: string | null; readonly panel: string | null }
type Late = Pick<Transaction, 'id' | 'patient_id' | 'clinic_id' | 'amount' | 'currency'>

/** Says that it is on its way back, or in the wallet. */
export const tellRefunded = (db: Db, deps: Needs, id: string, to: 'wallet' | 'source', now: number) =>
  tellOf(db, deps, id, to === 'wallet' ? 'payment_to_wallet' : 'payment_refunded', `refunded:${id}`, now)

/** Rule 45: still open; the page says how and until when it can be paid. */
export const askForPayment = (db: Db, deps: Needs, id: string, transfer: boolean, now: number) =>
  tellOf(db, deps, id, transfer ? 'payment_awaited_transfer' : 'payment_awaited', `awaited:${id}`, now)

/** What each mail is called in the app. */
const NOTES = {
  payment_received: 'payment_received',
  payment_to_wallet: 'payment_to_wallet',
  payment_refunded: 'payment_refunded',
  payment_awaited: 'payment_awaited',
  payment_awaited_transfer: 'payment_awaited',
} as const satisfies Partial<Record<Template, string>>

async function tellOf(db: Db, deps: Needs, id: string, template: keyof typeof NOTES, key: string, now: number) {
  await noteToPayer(db, NOTES[template], id, now)
  const { rows } = await db.query<{
    patient_id: string
    clinic_id: string | null
    amount: number
    currency: Currency
    reference: string | null
    clinic: string | null
    panel: string | null
  }>(OF, [id])
  const payment = rows[0]
  if (!payment) return
  const reach = await reachOf(db, payment.patient_id)
  if (!reach) return
  await writeTo(db, deps.publicUrl(), reach, {
    template,
    path: behindSignIn(reach, template === 'payment_to_wallet' ? '/wallet' : '/appointment'),
    args: { amount: moneyIn(reach.lang, payment.amount, payment.currency), reference: payment.reference ?? '' },
    house: payment.clinic,
    panelUrl: payment.panel,
    of: { patientId: payment.patient_id, clinicId: payment.clinic_id },
    now,
    key,
  })
}

const OF = `select p.patient_id, p.clinic_id, p.amount, p.currency, p.reference, c.name as clinic, clinic_link_host(c.id) as panel
  from payment p left join clinic c on c.id = p.clinic_id and c.active where p.id = $1`
const CLINIC_OF = `select c.name as clinic, clinic_link_host(c.id) as panel, lang_of($2) as lang
  from (values ($1::uuid)) as of (id) left join clinic c on c.id = of.id and c.active`
