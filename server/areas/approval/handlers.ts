import type { Approval } from '../../../contract/approval/approval.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { contains, listPage, where } from '../../http/list.ts'
import { moveByHand } from '../balance/by-hand.ts'
import { load } from '../payment/act.ts'
import { readApproval } from '../payment/ask-second.ts'
import { sendBack } from '../payment/refund.ts'
import { decide, lockApproval, type ApprovalFacts } from './store.ts'
import { tellAsker } from './tell.ts'

/**
 * Requests for a second person (docs/decisions/0101). Whoever sees one may decide it, except the person who asked
 * (policy `sight` of approval).
 */
export const approvalHandlers: Area<'approval'> = {
  'approval.list': async ({ keyword, status, ...paging }, { db }) => {
    const { rows, envelope } = await listPage<Approval & { asked_at: Date }>(
      db,
      'approval_row',
      [...(status ? [where('status = ?', status)] : []), ...(keyword?.trim() ? [contains(NAMED, keyword.trim())] : [])],
      ['asked_at', 'id'],
      paging,
      true,
    )
    return { ...envelope, approvals: rows }
  },

  'approval.approve': async ({ id }, ctx) => {
    const found = await open(id, ctx)
    if (found.own) throw new Refused('approval_own')
    await decide(ctx, found, 'approved')
    await carryOut(found, ctx)
    return announce(ctx, found, 'approved')
  },

  'approval.decline': async ({ id, words }, ctx) => {
    const found = await open(id, ctx)
    await decide(ctx, found, 'declined', words.trim())
    return announce(ctx, found, 'declined')
  },
}

const NAMED = `concat_ws(' ', "patientName", "askedName")`

type Deciding = Ctx<'approval.approve'> | Ctx<'approval.decline'>

async function open(id: string, { db, now }: Deciding): Promise<ApprovalFacts> {
  const found = await lockApproval(db, id)
  if (!found) throw new Refused('approval_not_found')
  if (found.status !== 'waiting' || found.expires_at.getTime() <= now) throw new Refused('approval_closed')
  return found
}

/** Carries out the request in the name of the person who asked; the request records who approved it. */
async function carryOut(found: ApprovalFacts, ctx: Ctx<'approval.approve'>) {
  if (found.payment_id) {
    const { payment } = await load(found.payment_id, ctx)
    if (payment.refund_status !== 'pending') throw new Refused('refund_approved')
    return sendBack(payment, found.refund_to ?? 'wallet', ctx)
  }
  const { id, patient_id: patientId, clinic_id: clinicId, currency, kind } = found
  const amount = kind === 'debt' ? -found.amount : found.amount
  const deed = { by: found.asked_name, at: ctx.now, reason: found.reason }
  if (!(await moveByHand(ctx, { id, patientId, clinicId, currency, amount }, deed)))
    throw new Refused('approval_closed')
}

async function announce(ctx: Deciding, found: ApprovalFacts, as: 'approved' | 'declined') {
  const { db, deps, after, now, who, record } = ctx
  record({
    object: { table: 'approval', id: found.id },
    values: { status: ['waiting', as], amount: [null, found.amount] },
  })
  await tellAsker(db, found, `approval_${as}`, now, who.name)
  after(async () => {
    deps.poke([`user:${found.asked_by}`])
    deps.sendSoon()
  })
  const approval = await readApproval(db, found.id)
  return { status: true as const, approval: approval! } // decided just now
}
