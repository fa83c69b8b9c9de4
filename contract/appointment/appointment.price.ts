import * as v from 'valibot'
import { Appointment } from './appointment.ts'
import { amountInput } from '../balance/balance.ts'
import type { CallTable } from '../kernel/call.ts'
import { id, money, requiredText } from '../kernel/fields.ts'
import { Payment } from '../payment/payment.ts'

export const priceCalls = {
  /**
   * Corrects the price of a visit that is not paid yet (rule 99; RULES 13). Those who manage payments do this, with a
   * reason that the audit log keeps. `commission` is the platform's part; absent, it keeps its share of the price. An
   * open payment then asks for the new price, links for the old one end, and the patient is told. [+]
   */
  'appointment.reprice': {
    method: 'PUT',
    path: '/api/appointment/:id',
    action: 'reprice',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: ['appointment_not_found', 'already_cancelled', 'already_paid', 'price_below_wallet'],
    input: v.strictObject({
      id,
      price: amountInput,
      commission: v.optional(money),
      reason: requiredText(500),
    }),
    reply: v.object({ status: v.literal(true), appointment: Appointment, payment: v.optional(Payment) }),
    writes: { table: 'appointment', needs: [] },
  },
} as const satisfies CallTable
