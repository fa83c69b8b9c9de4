import type { PaymentBar } from '../../../contract/payment/payment.calls.ts'

/** What the bars of a chart stand for. */
export type By = 'day' | 'month' | 'status' | 'doctor' | 'clinic'

/** A bar with its label. */
export type NamedBar = PaymentBar & { readonly name: string }
