import type { PaymentProvider } from '../../ports/payment/provider.ts'
import { eachRow } from '../../db/each-row.ts'
import { asServer } from '../../db/owner.ts'
import { roomsOf } from '../../db/rows.ts'
import type { Deps } from '../../http/handler.ts'
import { finishRefund } from './settle.ts'
import { lockPayment } from './store.ts'
import { tellRefunded } from './tell.ts'
import type { Transaction } from './transaction-row.ts'

/**
 * Refunds to cards what has been approved. The provider gets one key per refund, so that a refund whose answer was lost
 * is requested again and made once; it reports slow ones by a notice. Run at approval and every minute.
 */
export async function refundCards(deps: Deps): Promise<number> {
  const { pay, pool, now } = deps
  if (!pay) return 0
  const { rows } = await pool.query<Due>(DUE, [pay.name, new Date(now() - AGAIN_MS)])
  await eachRow(
    deps,
    'refundCards',
    rows,
    ({ id }) => id,
    (due) => refundOne(deps, pay, due),
  )
  return rows.length
}

async function refundOne(deps: Deps, pay: PaymentProvider, due: Due) {
  const { pool, now } = deps
  await pool.query('update payment_transaction set refund_asked_at = $2 where id = $1', [due.id, new Date(now())])
  // away for now: asked again later
  const answer = await pay
    .refund({ id: due.id, ref: due.provider_ref, charge: due.charge ?? '', amount: due.amount })
    .catch(() => 'pending' as const)
  if (answer !== 'done') return
  const rooms = await asServer(pool, async (db) => {
    const found = await lockPayment(db, due.of_payment)
    if (!found || !(await finishRefund(db, found.payment, { by: 'Bedside', at: now() }))) return []
    await tellRefunded(db, deps, due.of_payment, 'source', now())
    return roomsOf(db, [{ table: 'payment', id: due.of_payment }])
  })
  if (rooms.length) deps.poke(rooms)
}

type Due = Transaction & { readonly of_payment: string }

const AGAIN_MS = 5 * 60_000

const DUE = `select t.*, p.id as of_payment from payment p
  join payment_transaction t on t.status = 'paid' and t.provider = $1 and (t.payment_id = p.id or t.link_id = p.link_id)
 where p.refund_status = 'approved' and p.refund_to = 'source' and p.type = 'credit_card'
   and (t.refund_asked_at is null or t.refund_asked_at < $2) and not job_holds('refundCards', t.id::text) order by t.refund_asked_at nulls first limit 50`
