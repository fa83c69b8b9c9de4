import * as v from 'valibot'
import { currency, id, instant, money, see, text, version } from './fields.ts'

/** What is owed or paid for a visit (SPEC §3). Amounts in minor units; one currency per clinic (rule 32). */
export const Payment = v.object({
  id,
  version,
  appointmentId: id,
  patientId: id,
  doctorId: id,
  clinicId: v.nullable(id),
  type: v.picklist(['credit_card', 'bank_transfer', 'wallet', 'cash']),
  status: v.picklist(['waiting', 'completed', 'cancelled']),
  refundStatus: v.picklist(['none', 'pending', 'approved', 'refunded']),
  amount: money,
  currency,
  bankId: v.pipe(v.optional(v.nullable(id)), see('admin', 'clinic', 'patient')),
  /** What the payer writes on the transfer: clinic slug and six letters without look-alikes (rule 18). */
  reference: v.pipe(v.optional(v.nullable(text(60))), see('admin', 'clinic', 'patient')),
  /** Until when the transfer keeps the slot; null when it does not expire (rules 18, 20). */
  payBy: v.nullable(instant),
  addedAt: instant,
  paidAt: v.nullable(instant),
})
export type Payment = v.InferOutput<typeof Payment>
