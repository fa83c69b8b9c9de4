import { newId } from '../../../contract/kernel/id.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import type { ParkedNotice } from '../../../contract/moneycheck/moneycheck.ts'
import { asServer } from '../../db/owner.ts'
import type { Db } from '../../db/pool.ts'
import { roomsOf } from '../../db/rows.ts'
import type { Deps } from '../../http/handler.ts'
import type { Notice } from '../../ports/payment/provider.ts'
import { finishRefund } from '../payment/settle.ts'
import { lockPayment } from '../payment/store.ts'
import { lockTransaction, settlePaid } from './settle.ts'
import type { Transaction } from '../payment/transaction-row.ts'

/**
 * What a provider says, in any order and number (TRUST D6, R44–R46). Not believed: 400, noted for the operator, nothing else. Believed and
 * not fitting what it names: noted, nothing else. Each event has its effect once. Answers the HTTP status.
 */
export async function receiveNotice(deps: Deps, raw: Buffer, signature: string | undefined): Promise<200 | 400 | 404> {
  const { pay, pool, now } = deps
  if (!pay) return 404
  const notice = pay.read(raw, signature, now())
  if (notice === 'signature' || notice === 'unreadable') {
    await park(deps, notice)
    return 400
  }
  const rooms = await asServer(pool, async (db) => {
    const id = newId(now())
    const { rowCount } = await db.query(
      `insert into payment_notice (id, provider, event_id, outcome, transaction_id, received_at) values ($1, $2, $3, 'ignored', $4, $5)
       on conflict (provider, event_id) do nothing`,
      [id, pay.name, notice.eventId, notice.transactionId, new Date(now())],
    )
    if (!rowCount) return []
    const end = await apply(db, deps, pay.merchant, notice)
    if (typeof end === 'string')
      await db.query('update payment_notice set outcome = $2, reason = $3 where id = $1', [
        id,
        end === 'nothing' ? 'ignored' : 'parked',
        end === 'nothing' ? null : end,
      ])
    else {
      await db.query(`update payment_notice set outcome = 'applied' where id = $1`, [id])
      return roomsOf(db, end)
    }
    return []
  })
  if (rooms.length) deps.poke(rooms)
  return 200
}

type Reason = ParkedNotice['reason']

async function apply(
  db: Db,
  deps: Deps,
  merchant: string,
  notice: Notice,
): Promise<readonly Target[] | 'nothing' | Reason> {
  if (notice.kind === 'other') return 'nothing'
  const transaction = notice.transactionId ? await lockTransaction(db, notice.transactionId) : null
  if (!transaction) return 'order'
  const unlike = mismatch(transaction, merchant, notice)
  if (unlike) return unlike
  const at = deps.now()
  const deed = { by: 'Bedside', at }
  switch (notice.kind) {
    case 'paid': {
      if (transaction.status === 'paid' || transaction.status === 'late') return 'nothing'
      return settlePaid(db, deps, transaction, notice.charge ?? transaction.id, deed)
    }
    case 'failed': {
      await db.query(
        `update payment_transaction set status = 'failed', settled_at = $2 where id = $1 and status = 'open'`,
        [transaction.id, new Date(at)],
      )
      return []
    }
    case 'refunded': {
      const found = await lockPayment(db, (await paymentOf(db, transaction)) ?? '00000000-0000-0000-0000-000000000000')
      if (!found) return 'state'
      if (found.payment.refund_status === 'refunded') return 'nothing'
      if (found.payment.refund_to !== 'source' || !(await finishRefund(db, found.payment, deed))) return 'state'
      return [{ table: 'payment', id: found.payment.id }]
    }
  }
}

/** R45: a genuine notice that is not of this order changes nothing. */
function mismatch(transaction: Transaction, merchant: string, notice: Notice): Reason | null {
  if (notice.merchant !== merchant) return 'merchant'
  if (notice.ref !== null && transaction.provider_ref !== null && notice.ref !== transaction.provider_ref)
    return 'order'
  if (notice.kind === 'failed') return null
  if (notice.currency !== transaction.currency) return 'currency'
  if (notice.amount !== transaction.amount) return 'amount'
  return transaction.charge !== null && notice.charge !== transaction.charge ? 'charge' : null
}

/** The payment that a settled transaction has paid: directly, or through its link. */
async function paymentOf(db: Db, transaction: Transaction): Promise<string | null> {
  if (transaction.payment_id) return transaction.payment_id
  const { rows } = await db.query<{ payment_id: string | null }>('select payment_id from payment_link where id = $1', [
    transaction.link_id,
  ])
  return rows[0]?.payment_id ?? null
}

/** A flood of forgeries is one line an hour and reason, not a million. */
async function park({ pool, pay, now }: Deps, reason: 'signature' | 'unreadable') {
  const hour = Math.floor(now() / 3_600_000)
  await pool.query(
    `insert into payment_notice (id, provider, event_id, outcome, reason, received_at) values ($1, $2, $3, 'parked', $4, $5)
     on conflict (provider, event_id) do update set times = payment_notice.times + 1, dismissed_at = null, received_at = excluded.received_at`,
    [newId(now()), pay!.name, `not believed: ${reason} ${hour}`, reason, new Date(now())], // asked before
  )
}
