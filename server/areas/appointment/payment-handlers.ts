import { refuseIf } from '../../kernel/refused.ts'
import { whyNotCancelPayment } from '../../../contract/payment/payment.rules.ts'
import { readRows } from '../../db/rows.ts'
import type { Area } from '../../http/handler.ts'
import { changed, deedOf, load, shown, type Asking, type VisitPayment } from '../payment/act.ts'
import { cancel } from '../payment/settle.ts'
import type { VisitFacts } from '../payment/store.ts'
import { notify } from './notify.ts'
import { addAtDesk } from './pay-at-desk.ts'
import { change, lockVisit } from './store.ts'

/** Acts on a payment that also end its visit: payments know no visit, so these acts are part of appointment. */
export const visitPaymentHandlers: Pick<Area<'payment'>, VisitPayment> = {
  'payment.add': addAtDesk,

  'payment.cancel': async ({ id, cancelAppointment = true, reason }, ctx) => {
    const { payment, visit } = await load(id, ctx)
    refuseIf(whyNotCancelPayment(shown(payment)))
    await cancel(ctx.db, payment, deedOf(ctx))
    const withVisit = cancelAppointment && visit?.status === 'waiting'
    if (withVisit) await cancelVisit(visit, reason ?? null, ctx)
    const [appointment] = withVisit ? await readRows(ctx.db, 'appointment', [visit.id]) : []
    return { ...(await changed(ctx, id, { status: ['waiting', 'cancelled'] })), ...(appointment && { appointment }) }
  },
}

async function cancelVisit({ id }: VisitFacts, reason: string | null, ctx: Asking) {
  const visit = await lockVisit(ctx.db, id)
  if (!visit) return
  await change(ctx, visit, {
    status: 'cancelled',
    cancelReason: reason?.trim() ?? null,
    cancelledBy: ctx.who.name,
    cancelledAt: new Date(ctx.now),
  })
  await notify(ctx, visit, 'appointment_cancelled')
}
