import { mayManage } from '../../../contract/payment/payment.rules.ts'
import { readRows } from '../../db/rows.ts'
import type { Ctx } from '../../http/handler.ts'
import { Refused } from '../../kernel/refused.ts'
import { lockPayment, type PaymentFacts, type VisitFacts } from './store.ts'

/** Acts that end the visit as well; they are part of appointment (appointment/payment-handlers.ts). */
export type VisitPayment = 'payment.add' | 'payment.cancel'

export type Asking = Pick<Ctx<'payment.approve'>, 'db' | 'who' | 'now' | 'deps' | 'record' | 'after'>

/** RULES 13: checks first whether the caller may change payments at all, then locks this one with its visit. */
export async function load(id: string, ctx: Asking): Promise<{ payment: PaymentFacts; visit: VisitFacts | null }> {
  await refuseUnlessManager(ctx)
  const found = await lockPayment(ctx.db, id)
  if (!found) throw new Refused('payment_not_found')
  return found
}

export async function refuseUnlessManager({ db, who }: Asking) {
  const { rowCount } = await db.query('select from clinic where id = $1 and private', [who.clinicId])
  if (!mayManage(who, rowCount === 1)) throw new Refused('unauthorized', {}, 403)
}

export async function changed(ctx: Asking, id: string, values: Readonly<Record<string, readonly [unknown, unknown]>>) {
  ctx.record({ object: { table: 'payment', id }, values })
  ctx.after(async () => ctx.deps.sendSoon())
  const [payment] = await readRows(ctx.db, 'payment', [id])
  return { status: true as const, payment: payment! } // locked above
}

export const deedOf = ({ who, now }: Asking) => ({ by: who.name, at: now })

/** The facts that the contract's rules need, by the contract's names. */
export const shown = ({ status, type, refund_status, appointment_id, amount }: PaymentFacts) => ({
  status,
  type,
  refundStatus: refund_status,
  appointmentId: appointment_id,
  amount,
})
