import { whyNotRefundAsk } from '../../../contract/payment/payment.rules.ts'
import { readRows } from '../../db/rows.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Handler } from '../../http/handler.ts'
import { noteToDeciders } from './notice.ts'
import { lockPayment } from './store.ts'

/**
 * The patient asks for a refund, or for another destination (rule 39). Those who decide are told once; asking again
 * changes the destination.
 */
export const askRefund: Handler<'payment.refundAsk'> = async ({ id, to = 'source', iban }, ctx) => {
  const { db, now, deps, after, refuse, record } = ctx
  const found = await lockPayment(db, id)
  if (!found) return refuse('payment_not_found')
  const { payment, visit } = found
  const why = whyNotRefundAsk(
    {
      status: payment.status,
      type: payment.type,
      refundStatus: payment.refund_status,
      appointmentId: payment.appointment_id,
      amount: payment.amount,
      topUp: payment.top_up,
    },
    visit,
  )
  if (why) throw new Refused(why)
  const way = payment.type === 'wallet' ? 'wallet' : to
  const { rows } = await db.query<{ first: boolean }>(ASK, [
    id,
    way,
    way === 'source' && payment.type === 'bank_transfer' ? (iban ?? null) : null,
    new Date(now),
  ])
  if (rows[0]?.first) {
    await noteToDeciders(db, 'refund_asked', id, now)
    const { rows: deciders } = await db.query<{ id: string }>('select id from deciders_of($1) d (id)', [id])
    after(async () => deps.poke(deciders.map((each) => `user:${each.id}`)))
  }
  record({ object: { table: 'payment', id }, values: { refundTo: [payment.refund_to, way] } })
  const [shown] = await readRows(db, 'payment', [id])
  return { status: true, payment: shown! } // locked above
}

/** `first`: there was no earlier request. */
const ASK = `with before as (select refund_asked_at is null as first from payment where id = $1)
  update payment set refund_to = $2, refund_iban = $3, refund_asked_at = coalesce(refund_asked_at, $4) where id = $1
  returning (select first from before)`
