import { whyNotTransfer } from '../../../contract/appointment/appointment.rules.ts'
import type { Currency } from '../../../contract/kernel/constants.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../http/handler.ts'
import { readSettings } from '../setting/read.ts'
import type { GuestBooking } from './guest-booking.ts'

type Bank = { readonly id: string; readonly name: string }
/** How this booking may be paid: as inside the app, without a wallet. Paying later is always possible. */
export type WaysToPay = { readonly card: boolean; readonly banks: readonly Bank[] }

export async function waysToPay(deps: Deps, { price, currency, start }: GuestBooking): Promise<WaysToPay> {
  if (price === 0) return { card: false, banks: [] }
  const { rows } = await deps.pool.query<Bank>(
    `select id, concat_ws(', ', name, nullif(branch, '')) as name from bank where active and deleted_at is null and currency = $1 order by name, id`,
    [currency],
  )
  const late = whyNotTransfer(start.toISOString(), deps.now(), await readSettings(deps.pool))
  return { card: deps.pay !== null, banks: late ? [] : rows }
}

export const isWay = (pay: string, { card, banks }: WaysToPay): boolean =>
  pay === 'later' || (pay === 'card' && card) || banks.some(({ id }) => id === pay)

/** A transfer that the appointment waits for. */
export type Transfer = {
  readonly bank: string
  readonly iban: string
  readonly reference: string
  readonly amount: number
  readonly currency: Currency
  readonly payBy: Date
}

export async function transferOf(db: Pick<Db, 'query'>, visitId: string): Promise<Transfer | null> {
  const { rows } = await db.query<Transfer>(
    `select b.name as bank, b.iban, p.reference, p.amount - p.wallet_amount as amount, p.currency, p.pay_by as "payBy"
       from payment p join bank b on b.id = p.bank_id where p.appointment_id = $1 and p.status = 'waiting' and p.type = 'bank_transfer'`,
    [visitId],
  )
  return rows[0] ?? null
}
