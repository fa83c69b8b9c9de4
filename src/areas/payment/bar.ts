import type { PaymentBar } from '../../../contract/payment/payment.calls.ts'

/** What the bars of a picture stand for. */
export type By = 'day' | 'month' | 'status' | 'doctor' | 'clinic'

/** A bar with the name that stands under it. */
export type NamedBar = PaymentBar & { readonly name: string }
