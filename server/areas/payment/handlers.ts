import type { Approval } from '../../../contract/approval/approval.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import {
  whyNotApprove,
  whyNotDeletePayment,
  whyNotEarn,
  whyNotRefundApprove,
  whyNotRefundDone,
  whyNotRefundStart,
  whyNotToBalance,
} from '../../../contract/payment/payment.rules.ts'
import { refuseIf } from '../../kernel/refused.ts'
import { readRows, roomsOf } from '../../db/rows.ts'
import type { Area } from '../../http/handler.ts'
import { changed, deedOf, load, refuseUnlessManager, shown, type Asking, type VisitPayment } from './act.ts'
import { secondForRefund, sendBack } from './refund.ts'
import { askRefund } from './ask.ts'
import { payOut } from './ledger.ts'
import { listPayments } from './list.ts'
import { cancel, complete, finishRefund, startRefund } from './settle.ts'
import { lockPayment, type PaymentFacts } from './store.ts'
import { summarize } from './summary.ts'
import { tellPaid, tellRefunded } from './tell.ts'

export const paymentHandlers: Omit<Area<'payment'>, VisitPayment> = {
  'payment.list': listPayments,
  'payment.summary': summarize,

  'payment.approve': async ({ id }, ctx) => {
    const { payment } = await load(id, ctx)
    refuseIf(whyNotApprove(shown(payment)))
    await complete(ctx.db, payment, deedOf(ctx))
    await tellPaid(ctx.db, ctx.deps, [{ table: 'payment', id }], ctx.now)
    return changed(ctx, id, { status: ['waiting', 'completed'] })
  },

  'payment.delete': async ({ id }, ctx) => {
    const { db, deps, after } = ctx
    const { payment } = await load(id, ctx)
    refuseIf(whyNotDeletePayment(shown(payment)))
    // the reserved amount can be spent again
    await cancel(db, payment, deedOf(ctx))
    const rooms = await roomsOf(db, [{ table: 'payment', id }])
    await db.query('delete from payment where id = $1', [id])
    after(async () => deps.poke(rooms))
    return { status: true }
  },

  'payment.refundStart': async ({ id, to = 'wallet' }, ctx) => {
    const { payment } = await load(id, ctx)
    refuseIf(whyNotRefundStart({ ...shown(payment), topUp: payment.top_up }))
    await startRefund(ctx.db, payment, to)
    return changed(ctx, id, { refundStatus: ['none', 'pending'] })
  },

  'payment.refundAsk': askRefund,

  'payment.refundApprove': async ({ id, to }, ctx) => {
    const { payment } = await load(id, ctx)
    refuseIf(whyNotRefundApprove(shown(payment)))
    const target = to ?? payment.refund_to ?? 'wallet'
    const approval = await secondForRefund(payment, target, ctx)
    if (approval) return waiting(ctx, id, approval)
    await sendBack(payment, target, ctx)
    return changed(ctx, id, { refundStatus: ['pending', target === 'wallet' ? 'refunded' : 'approved'] })
  },

  'payment.refundDone': async ({ id }, ctx) => {
    const { payment } = await load(id, ctx)
    refuseIf(whyNotRefundDone(shown(payment)))
    await finishRefund(ctx.db, payment, deedOf(ctx))
    await tellRefunded(ctx.db, ctx.deps, id, 'source', ctx.now)
    return changed(ctx, id, { refundStatus: ['approved', 'refunded'] })
  },

  'payment.toBalance': async ({ id }, ctx) => {
    const { payment, visit } = await load(id, ctx)
    refuseIf(whyNotToBalance(shown(payment), visit))
    if (payment.refund_status === 'none') await startRefund(ctx.db, payment, 'wallet')
    const approval = await secondForRefund(payment, 'wallet', ctx)
    if (approval) return waiting(ctx, id, approval)
    await sendBack(payment, 'wallet', ctx)
    return changed(ctx, id, { refundStatus: [payment.refund_status, 'refunded'] })
  },

  'payment.earn': async ({ id }, ctx) => {
    const found = await load(id, ctx)
    refuseIf(whyNotEarn({ ...shown(found.payment), earnStatus: found.payment.earn_status }, found.visit))
    await earn(found.payment, ctx)
    return changed(ctx, id, { earnStatus: ['waiting', 'completed'] })
  },

  'payment.earnMany': async ({ ids }, ctx) => {
    await refuseUnlessManager(ctx)
    const refused: { id: string; refused: MessageCode }[] = []
    for (const id of [...new Set(ids)].toSorted()) {
      const found = await lockPayment(ctx.db, id)
      const why = found
        ? whyNotEarn({ ...shown(found.payment), earnStatus: found.payment.earn_status }, found.visit)
        : 'payment_not_found'
      if (found && !why) await earn(found.payment, ctx)
      else refused.push({ id, refused: why ?? 'payment_not_found' })
    }
    const left = new Set(refused.map((each) => each.id))
    const payments = await readRows(
      ctx.db,
      'payment',
      ids.filter((id) => !left.has(id)),
    )
    return { status: true, payments, refused }
  },
}

/** Only the refund has begun; no money has moved until a second person approves. */
async function waiting(ctx: Asking, id: string, approval: Approval) {
  ctx.record({ object: { table: 'payment', id }, values: { approval: [null, 'waiting'] } })
  const [payment] = await readRows(ctx.db, 'payment', [id])
  return { status: true as const, payment: payment!, approval } // locked above
}

/** Rule 34: pays out the doctor's share. The payment follows its visit (migration 0021). */
async function earn(payment: PaymentFacts, ctx: Asking) {
  await ctx.db.query(
    `update appointment set earn_status = 'completed', updated_at = $2, updated_by = $3 where id = $1 and earn_status = 'waiting'`,
    [payment.appointment_id, new Date(ctx.now), ctx.who.name],
  )
  await payOut(ctx.db, payment, deedOf(ctx))
}
