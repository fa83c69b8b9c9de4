import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import { id as idField } from '../../../contract/kernel/fields.ts'
import { receiptPath } from '../../../contract/payment/payment.calls.ts'
import { no } from '../../http/answer.ts'
import type { Deps } from '../../http/handler.ts'
import { look } from '../../http/look.ts'
import { requesterOf, noToken, send } from '../../http/routes.ts'
import type { ReceiptFacts } from './receipt.ts'

/** The receipt of a completed payment, for those who may see it: a PDF in the payer's language, as a file. */
export function registerReceipt(app: FastifyInstance, deps: Deps) {
  app.get<{ Params: { id: string } }>(receiptPath(':id'), async (request, reply) => {
    const { who, origin } = await requesterOf(deps, request)
    if (!who) return send(reply, await noToken(deps, origin))
    const wait = await deps.limits.spend('call', who.sessionHash)
    if (wait) return send(reply, no(429, 'too_many_tries', {}, { 'retry-after': String(wait) }))
    const id = v.safeParse(idField, request.params.id)
    const facts = id.success
      ? await look(
          deps,
          'papers',
          { who, origin },
          async (db) => (await db.query<ReceiptFacts & { status: string }>(FACTS, [id.output])).rows[0],
        )
      : undefined
    if (!facts) return send(reply, no(404, 'payment_not_found'))
    if (facts.status !== 'completed') return send(reply, no(409, 'not_paid'))
    // loaded with the first receipt: a start need not wait for what sets papers
    const { receiptOf } = await import('./receipt.ts')
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${facts.number}.pdf"`)
      .header('cache-control', 'private, no-store')
      .send(await receiptOf(facts))
  })
}

const FACTS = `select p.status, coalesce(p.reference, upper(right(p.id::text, 12))) as number, coalesce(w.lang, 'tr') as lang,
    coalesce(c.name, 'Bedside') as house, nullif(concat_ws(', ', nullif(c.address, ''), case when strpos(coalesce(c.address, ''), c.city) = 0 then c.city end), '') as address, c.phone,
    p.patient_name as patient, trim(concat_ws(' ', d.title, d.name)) as doctor, p.visit_at as "visitAt", p.paid_at as "paidAt", p.zone, p.type,
    p.amount, p.wallet_amount as "walletAmount", p.currency, p.refunded_at as "refundedAt",
    p.type = 'credit_card' and paid_by_test(p.id) as "isTest"
  from payment p left join clinic c on c.id = p.clinic_id left join person w on w.id = p.patient_id left join doctor_row d on d.id = p.doctor_id
 where p.id = $1`
