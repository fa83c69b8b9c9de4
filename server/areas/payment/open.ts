import { transferDeadline, whyNotTransfer } from '../../../contract/appointment/appointment.rules.ts'
import { CARD_MINUTES, type Currency } from '../../../contract/kernel/constants.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx } from '../../http/handler.ts'
import { readSettings } from '../setting/read.ts'
import { setAside } from './ledger.ts'
import { complete } from './settle.ts'
import { lockPayment } from './store.ts'

type Asking = Pick<Ctx<'appointment.book'>, 'db' | 'who' | 'now'>

export type Order = {
  readonly id: string
  readonly visit: {
    readonly id: string
    readonly patientId: string
    readonly doctorId: string
    readonly clinicId: string | null
    readonly start: string
  }
  readonly amount: number
  readonly currency: Currency
  readonly type: 'credit_card' | 'bank_transfer' | 'wallet'
  readonly fromWallet: number
  /** Of it, out of the credit this clinic gave. */
  readonly fromGiven: number
  readonly bankId: string | null
  /** The clinic's short name, which begins a transfer's reference. */
  readonly slug: string | null
  /** It holds no slot, and so does not end by itself (rule 20). */
  readonly endless?: true
}

/** Rule 18: whether a transfer to this bank may be chosen for a visit that begins then. */
export async function judgeTransfer({ db, now }: Asking, start: string, bankId: string | null | undefined) {
  if (whyNotTransfer(start, now, await readSettings(db))) throw new Refused('transfer_too_late')
  if (!bankId) throw new Refused('bank_required')
  const { rowCount } = await db.query('select from bank where id = $1 and active and deleted_at is null', [bankId])
  if (!rowCount) throw new Refused('bank_not_found')
}

/**
 * The one open payment of a visit that was made or asked about just now, its part of the wallet set aside; where nothing is left to come
 * from outside, it is paid at once. A transfer keeps the slot by rule 18, a card half an hour (rule 17).
 */
export async function openPayment({ db, who, now }: Asking, order: Order): Promise<Target> {
  const { id, visit, type, fromWallet, fromGiven } = order
  const payBy =
    type === 'bank_transfer'
      ? transferDeadline(visit.start, now, await readSettings(db))
      : type === 'credit_card' && !order.endless
        ? new Date(now + CARD_MINUTES * 60_000).toISOString()
        : null
  for (let attempt = 0; ; attempt++) {
    const { rowCount } = await db.query(INSERT, [
      id,
      visit.id,
      visit.patientId,
      visit.doctorId,
      visit.clinicId,
      type,
      order.amount,
      order.currency,
      order.bankId,
      type === 'bank_transfer' ? `${order.slug ?? 'bedside'}-${letters()}`.toUpperCase() : null,
      payBy,
      new Date(now),
      fromWallet,
      fromGiven,
      fromGiven > 0 ? visit.clinicId : null,
      fromWallet > 0 ? visit.patientId : null,
    ])
    if (rowCount) break
    if (attempt === 4) throw new Error('no free transfer reference in five draws')
  }
  const deed = { by: who.name, at: now }
  const payment = (await lockPayment(db, id))!.payment // just written
  await setAside(db, payment, deed)
  if (fromWallet === order.amount) await complete(db, payment, deed)
  return { table: 'payment', id }
}

const INSERT = `insert into payment (id, appointment_id, patient_id, doctor_id, clinic_id, type, amount, currency, bank_id, reference, pay_by, added_at,
    wallet_amount, wallet_given, wallet_house, wallet_patient)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) on conflict (reference) do nothing`

/** Six letters without look-alikes (rule 18). */
const ALPHABET = 'ACDEFGHJKMNPQRTUVWXY'
const letters = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
