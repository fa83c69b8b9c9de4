import type { Currency } from '../../../contract/kernel/constants.ts'
import type { Contact } from '../../../contract/patient/patient-contact.ts'
import type { Handler } from '../../http/handler.ts'
import type { Template } from '../../../contract/email/email.templates.ts'
import { lockCard } from './store.ts'

/** A page of what was sent to a patient; the policy on `message` decides what the caller may read. */
export const listContacts: Handler<'patient.contacts'> = async ({ id, before, limit = 20 }, { db }) => {
  await lockCard(db, id)
  const { rows } = await db.query<Row>(PAGE, [id, before ?? null, limit + 1])
  return {
    status: true,
    contacts: rows.slice(0, limit).map(asContact),
    more: rows.length > limit,
  }
}

/** Wallets that are not empty, as far as the caller's side manages them; the database applies the visibility. */
export const listBalances: Handler<'patient.balances'> = async ({ ids }, { db }) => {
  const { rows } = await db.query<Held>('select * from wallets_held($1)', [ids ?? null])
  return { status: true, balances: rows }
}

/** A message as the log names it. */
export const asContact = ({ template, ...row }: Row): Contact => ({ ...row, about: ABOUT[template] ?? 'other' })

type Held = { readonly patientId: string; readonly currency: Currency; readonly balance: number }
type Row = Omit<Contact, 'about'> & { readonly template: Template }

const ABOUT: Readonly<Partial<Record<Template, Contact['about']>>> = {
  visit_booked: 'visit_booked',
  visit_moved: 'visit_moved',
  visit_cancelled: 'visit_cancelled',
  visit_lapsed: 'visit_cancelled',
  visit_reminder: 'visit_reminder',
  payment_awaited: 'payment_awaited',
  payment_awaited_transfer: 'payment_awaited',
  payment_received: 'payment_received',
  payment_late: 'payment_received',
  payment_refunded: 'payment_refunded',
  payment_to_wallet: 'payment_to_wallet',
  payment_link: 'payment_link',
}

const PAGE = `select id, channel, recipient as "to", template, state, iso(made_at) as "madeAt", iso(next_try_at) as "dueAt", iso(ended_at) as "endedAt"
  from message where patient_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`
