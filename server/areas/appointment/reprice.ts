import { mayManage, whyNotReprice } from '../../../contract/payment/payment.rules.ts'
import { readRows } from '../../db/rows.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Handler } from '../../http/handler.ts'
import { noteToPayer } from '../payment/notice.ts'
import { complete } from '../payment/settle.ts'
import { lockPaymentsOf } from '../payment/store.ts'
import { askProvider } from '../transaction/ask.ts'
import { change, lockVisit } from './store.ts'

/**
 * Rule 99: changes price and shares of a visit, and the amount of its open payment. Paid money is refunded, not
 * rewritten.
 */
export const reprice: Handler<'appointment.reprice'> = async ({ id, price, commission, reason }, ctx) => {
  const { db, who, now, deps, refuse, record, after } = ctx
  const { rowCount } = await db.query('select from clinic where id = $1 and private', [who.clinicId])
  if (!mayManage(who, rowCount === 1)) throw new Refused('unauthorized', {}, 403)
  const visit = await lockVisit(db, id)
  if (!visit) return refuse('appointment_not_found')
  const why = whyNotReprice(visit)
  if (why) throw new Refused(why)
  const before = visit.commission ?? 0
  // rule 33: half-up, never above the price
  const share = Math.min(commission ?? (visit.price > 0 ? Math.round((before * price) / visit.price) : before), price)
  const open = (await lockPaymentsOf(db, id)).find(({ status }) => status === 'waiting')
  if (open && open.wallet_amount > price) return refuse('price_below_wallet')
  await change(ctx, visit, { price, commission: share, earn: price - share })
  if (open) {
    await db.query(`update payment set amount = $2 where id = $1 and status = 'waiting'`, [open.id, price])
    const covered = open.wallet_amount === price
    if (covered) await complete(db, { ...open, amount: price }, { by: who.name, at: now })
    else after(async () => void (await askProvider(deps, { paymentId: open.id })))
    await noteToPayer(db, 'price_corrected', open.id, now)
  }
  await db.query(`update payment_link set status = 'cancelled' where appointment_id = $1 and status = 'waiting'`, [id])
  record({
    object: { table: 'appointment', id },
    values: { price: [visit.price, price], commission: [before, share], reason: [null, reason.trim()] },
  })
  const [appointment] = await readRows(db, 'appointment', [id])
  const [payment] = open ? await readRows(db, 'payment', [open.id]) : []
  return { status: true, appointment: appointment!, ...(payment && { payment }) } // locked above
}
