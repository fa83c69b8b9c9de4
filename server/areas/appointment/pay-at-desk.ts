import { whyNotComplete } from '../../../contract/appointment/appointment.rules.ts'
import { completeVisit } from './complete.ts'
import { lockVisit } from './store.ts'
import { readRows } from '../../db/rows.ts'
import type { Handler } from '../../http/handler.ts'
import { complete } from '../payment/settle.ts'
import { lockPayment, lockPaymentsOf } from '../payment/store.ts'
import { tellPaid } from '../payment/tell.ts'

/** `bank/payment/add`: records a payment at the desk, which also completes the visit (SPEC §7). */
export const addAtDesk: Handler<'payment.add'> = async (input, ctx) => {
  const { db, deps, who, now, refuse, record } = ctx
  const { id, appointmentId, type = 'cash', complete: andComplete = true } = input
  const visit = await lockVisit(db, appointmentId)
  if (!visit) return refuse('appointment_not_found')
  if (visit.status === 'cancelled') return refuse('already_cancelled')
  const payments = await lockPaymentsOf(db, appointmentId)
  if (payments.some(({ status, refund_status }) => status === 'completed' && refund_status !== 'refunded'))
    return refuse('already_paid')
  const why = andComplete && visit.status === 'waiting' ? whyNotComplete(visit, who, now) : null
  // whether it is already closed was checked above
  if (why === 'too_early' || why === 'no_show_marked') return refuse(why)
  const bankId = type === 'bank_transfer' ? input.bankId : null
  if (type === 'bank_transfer') {
    if (!bankId) return refuse('bank_required')
    const { rowCount } = await db.query('select from bank where id = $1 and deleted_at is null', [bankId])
    if (!rowCount) return refuse('bank_not_found')
  }
  // uses the open payment, if there is one: the wallet's part stays reserved for it
  let payment = payments.find(({ status }) => status === 'waiting')
  if (!payment) {
    await db.query(INSERT, [
      id,
      visit.id,
      visit.patientId,
      visit.doctorId,
      visit.clinicId,
      type,
      visit.price,
      visit.currency,
      bankId,
      new Date(now),
    ])
    payment = (await lockPayment(db, id))!.payment // just written
  }
  const atDesk = who.type !== 'admin'
  await complete(db, payment, { by: who.name, at: now }, { type, bankId: bankId ?? null, atDesk })
  if (andComplete && visit.status === 'waiting') await completeVisit(ctx, visit)
  await tellPaid(db, deps, [{ table: 'payment', id: payment.id }], now)
  record({
    object: { table: 'payment', id: payment.id },
    values: { status: ['waiting', 'completed'], type: [null, type], amount: [null, payment.amount] },
  })
  const [shown] = await readRows(db, 'payment', [payment.id])
  const [appointment] = await readRows(db, 'appointment', [visit.id])
  return { status: true, payment: shown!, ...(appointment && { appointment }) } // locked above
}

const INSERT = `insert into payment (id, appointment_id, patient_id, doctor_id, clinic_id, type, amount, currency, bank_id, added_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`
