import type { Approval } from '../../../contract/approval/approval.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Asking } from './act.ts'
import { deedOf } from './act.ts'
import { movesAlone } from './alone.ts'
import { askSecond, readApproval } from './ask-second.ts'
import { refundCards } from './refund-cards.ts'
import { approveRefund } from './settle.ts'
import type { PaymentFacts } from './store.ts'
import { tellRefunded } from './tell.ts'

/** Sends a begun refund on its way, and tells the patient where it went. */
export async function sendBack(payment: PaymentFacts, to: 'wallet' | 'source', ctx: Asking): Promise<void> {
  const { db, deps, who, now, after } = ctx
  if (!(await approveRefund(db, payment, to, deedOf(ctx)))) throw new Refused('refund_approved')
  await db.query(CLOSE, [payment.id, who.id, who.name, new Date(now)])
  if (to === 'wallet') await tellRefunded(db, deps, payment.id, 'wallet', now)
  else if (payment.type === 'credit_card') after(async () => void (await refundCards(deps)))
}

/**
 * Whether a second person has to approve a refund: if the person who began it would also send it, and it is above what
 * they may move alone. Then returns the waiting request, or null if the refund may go now.
 */
export async function secondForRefund(
  payment: PaymentFacts,
  to: 'wallet' | 'source',
  ctx: Asking,
): Promise<Approval | null> {
  const { db, who, now } = ctx
  const { rows } = await db.query<{ alone: boolean }>(ALONE, [payment.id, who.id])
  if (!rows[0]!.alone || (await movesAlone(db, payment.currency, payment.amount, now))) return null
  const waits = await db.query<{ id: string }>(WAITS, [payment.id])
  if (waits.rows[0]) return readApproval(db, waits.rows[0].id)
  const { patient_id: patientId, amount, currency } = payment
  return askSecond(ctx, {
    id: newId(now),
    kind: 'refund',
    patientId,
    amount,
    currency,
    payment: { id: payment.id, to },
  })
}

/** A refund whose author is unknown counts as begun by the caller. */
const ALONE = 'select refund_by is null or is_one_person(refund_by, $2) as alone from payment where id = $1'
/** A second person may also press the payment's own button; the request is not left open then. */
const CLOSE = `update approval set status = case when is_one_person(asked_by, $2) then 'lapsed' else 'approved' end, decided_by = $2, decided_name = $3,
    decided_at = $4 where payment_id = $1 and status = 'waiting'`
const WAITS = `select id from approval where payment_id = $1 and status = 'waiting'`
