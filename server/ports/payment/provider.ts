import type { Currency, Language } from '../../../contract/kernel/constants.ts'

/** One try to be charged, as a provider is told of it: no patient, no visit, no reason (rule 66). */
export type CardOrder = {
  readonly transactionId: string
  /** Minor units. */
  readonly amount: number
  readonly currency: Currency
  /** What stands on the provider's page: the clinic's or the product's name. */
  readonly title: string
  readonly lang: Language
  /** Where its page leads back to, paid or not; it completes nothing. */
  readonly returnUrl: string
  /** Origin of the host the payer is on. */
  readonly origin: string
  readonly expiresAt: number
}

/** What a provider says has been charged. */
export type Charged = { readonly amount: number; readonly currency: string; readonly charge: string }

/** A notice that was believed: its signature is a provider's, fresh and whole. What it names must still be matched (TRUST R45). */
export type Notice = {
  readonly eventId: string
  readonly kind: 'paid' | 'failed' | 'refunded' | 'other'
  readonly transactionId: string | null
  readonly merchant: string | null
  /** The provider's own name of the try. */
  readonly ref: string | null
  readonly amount: number | null
  readonly currency: string | null
  readonly charge: string | null
}

type Try = { readonly id: string; readonly ref: string | null }

/** Whoever charges cards. Calls end after some seconds; the same try asked twice is one try, the same refund one refund. */
export type PaymentProvider = {
  readonly name: 'test' | 'stripe'
  /** Which server notices must be for. */
  readonly merchant: string
  /** Its page, and its name for the try; null when nothing came back. May throw. */
  readonly generate: (order: CardOrder) => Promise<{ readonly ref: string; readonly url: string } | null>
  /** What was charged; null: nothing so far. Asked when its notice has not come. */
  readonly look: (its: Try) => Promise<Charged | null>
  /** Closes its page, where that can be done: what is not paid can then not be. */
  readonly close: (its: Try) => Promise<void>
  readonly refund: (its: Try & { readonly charge: string; readonly amount: number }) => Promise<'done' | 'pending'>
  /** `signature`: forged, stale or altered. `unreadable`: signed, and nothing we know. */
  readonly read: (raw: Buffer, signature: string | undefined, now: number) => Notice | 'signature' | 'unreadable'
}
