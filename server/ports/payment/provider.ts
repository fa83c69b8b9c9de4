import type { Currency, Language } from '../../../contract/kernel/constants.ts'

/** A transaction as the provider is told of it: no patient, no visit, no reason (rule 66). */
export type CardOrder = {
  readonly transactionId: string
  /** Minor units. */
  readonly amount: number
  readonly currency: Currency
  /** The title of the provider's page: the clinic's or the product's name. */
  readonly title: string
  readonly lang: Language
  /** Where its page returns to, paid or not; returning completes nothing. */
  readonly returnUrl: string
  /** Origin of the host that the payer is on. */
  readonly origin: string
  readonly expiresAt: number
}

/** What a provider says has been charged. */
export type Charged = { readonly amount: number; readonly currency: string; readonly charge: string }

/**
 * An authentic notice: its signature is a provider's, recent and complete. What it names must still be matched (TRUST
 * R45).
 */
export type Notice = {
  readonly eventId: string
  readonly kind: 'paid' | 'failed' | 'refunded' | 'other'
  readonly transactionId: string | null
  readonly merchant: string | null
  /** The provider's own id of the transaction. */
  readonly ref: string | null
  readonly amount: number | null
  readonly currency: string | null
  readonly charge: string | null
}

type Try = { readonly id: string; readonly ref: string | null }

/**
 * A service that charges cards. Calls end after some seconds; the same transaction requested twice is one transaction,
 * the same refund one refund.
 */
export type PaymentProvider = {
  readonly name: 'test' | 'stripe'
  /** The merchant that notices must be for. */
  readonly merchant: string
  /** Its page, and its id for the transaction; null if nothing came back. May throw. */
  readonly generate: (order: CardOrder) => Promise<{ readonly ref: string; readonly url: string } | null>
  /** What was charged; null: nothing so far. Called when its notice has not come. */
  readonly look: (attempt: Try) => Promise<Charged | null>
  /** Closes its page if possible: then it cannot be paid any more. */
  readonly close: (attempt: Try) => Promise<void>
  readonly refund: (attempt: Try & { readonly charge: string; readonly amount: number }) => Promise<'done' | 'pending'>
  /** `signature`: forged, stale or altered. `unreadable`: signed, and unknown to us. */
  readonly read: (raw: Buffer, signature: string | undefined, now: number) => Notice | 'signature' | 'unreadable'
}
