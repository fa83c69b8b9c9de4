import type { Currency } from '../../../contract/kernel/constants.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../http/handler.ts'
import type { Template } from '../../../contract/email/email.templates.ts'
import { writeTo } from '../message/write-to.ts'
import { reachOf } from '../../identity/links.ts'
import { noteToPayer } from './notice.ts'
import { moneyIn } from './words.ts'

type Needs = Pick<Deps, 'publicUrl'>

/** The payer hears that the money has come: each payment once, in their language. */
export async function tellPaid(db: Db, deps: Needs, touched: readonly Target[], now: number): Promise<void> {
  for (const { table, id } of touched)
    if (table === 'payment') await tellOf(db, deps, id, 'payment_received', `paid:${id}`, now)
}

/** That it is on its way back, or lies in the wallet. */
export const tellRefunded = (db: Db, deps: Needs, id: string, to: 'wallet' | 'source', now: number) =>
  tellOf(db, deps, id, to === 'wallet' ? 'payment_to_wallet' : 'payment_refunded', `refunded:${id}`, now)

/** Rule 45: still open; how and until when it can be paid stands on the page. */
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
  const its = rows[0]
  if (!its) return
  const reach = await reachOf(db, its.patient_id)
  if (!reach) return
  await writeTo(db, deps.publicUrl(), reach, {
    template,
    path: template === 'payment_to_wallet' ? '/wallet' : '/appointment',
    args: { amount: moneyIn(reach.lang, its.amount, its.currency), reference: its.reference ?? '' },
    house: its.clinic,
    panelUrl: its.panel,
    of: { patientId: its.patient_id, clinicId: its.clinic_id },
    now,
    key,
  })
}

const OF = `select p.patient_id, p.clinic_id, p.amount, p.currency, p.reference, c.name as clinic, clinic_link_host(c.id) as panel
  from payment p left join clinic c on c.id = p.clinic_id and c.active where p.id = $1`
