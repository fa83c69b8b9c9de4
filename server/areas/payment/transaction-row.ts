import type { Currency } from '../../../contract/kernel/constants.ts'
import type { Reply } from '../../../contract/calls.ts'

/** A try to pay by card, in the columns' names. */
export type Transaction = {
  readonly id: string
  readonly provider: 'test' | 'stripe'
  readonly provider_ref: string | null
  readonly url: string | null
  readonly payment_id: string | null
  readonly link_id: string | null
  readonly patient_id: string
  readonly clinic_id: string | null
  readonly amount: number
  readonly currency: Currency
  readonly status: 'open' | 'paid' | 'failed' | 'expired' | 'late'
  readonly charge: string | null
  readonly made_at: Date
  readonly expires_at: Date
}

export const shown = (transaction: Transaction): Reply<'transaction.get'>['transaction'] => ({
  id: transaction.id,
  status: transaction.status,
  amount: transaction.amount,
  currency: transaction.currency,
  test: transaction.provider === 'test',
  paymentId: transaction.payment_id,
  linkId: transaction.link_id,
})
