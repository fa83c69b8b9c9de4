import Stripe from 'stripe'
import type { Notice, PaymentProvider } from './provider.ts'

/**
 * Stripe Checkout. `secrets` are the signing secrets of its webhook, two while they are being changed; the webhook's
 * address is `/api/payment/webhook/stripe`, its events `checkout.session.*` and `refund.updated`. For tests, `at` names
 * another host than Stripe's, and `patienceMs` how long one request may take.
 */
export function createStripeProvider({
  key,
  secrets,
  merchant,
  at,
  patienceMs = 8000,
}: {
  readonly key: string
  readonly secrets: readonly string[]
  readonly merchant: string
  readonly at?: { readonly host: string; readonly port: number; readonly protocol: 'http' | 'https' }
  readonly patienceMs?: number
}): PaymentProvider {
  const stripe = new Stripe(key, { timeout: patienceMs, maxNetworkRetries: 1, telemetry: false, ...at })
  return {
    name: 'stripe',
    merchant,
    generate: async ({ transactionId, amount, currency, title, lang, returnUrl, expiresAt }) => {
      const metadata = { transaction: transactionId, merchant }
      const session = await stripe.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: transactionId,
          line_items: [{ quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: title } } }],
          success_url: returnUrl,
          cancel_url: returnUrl,
          expires_at: Math.floor(expiresAt / 1000),
          locale: lang,
          metadata,
          payment_intent_data: { metadata },
        },
        { idempotencyKey: `generate-${transactionId}` },
      )
      return session.url ? { ref: session.id, url: session.url } : null
    },
    look: async ({ ref }) => {
      if (!ref) return null
      const { payment_status, amount_total, currency, payment_intent } = await stripe.checkout.sessions.retrieve(ref)
      return payment_status === 'paid' && amount_total !== null && currency !== null
        ? { amount: amount_total, currency, charge: idOf(payment_intent) ?? ref }
        : null
    },
    close: async ({ ref }) => {
      if (ref) await stripe.checkout.sessions.expire(ref)
    },
    refund: async ({ id, charge, amount }) => {
      const { status } = await stripe.refunds.create(
        { payment_intent: charge, amount, metadata: { transaction: id, merchant } },
        { idempotencyKey: `refund-${id}` },
      )
      return status === 'succeeded' ? 'done' : 'pending'
    },
    read: (raw, signature, now) => {
      const event = verified(stripe, raw, signature, secrets, now)
      return event ? noticeOf(event) : 'signature'
    },
  }
}

function verified(stripe: Stripe, raw: Buffer, signature: string | undefined, secrets: readonly string[], now: number) {
  for (const secret of secrets) {
    try {
      return stripe.webhooks.constructEvent(raw, signature ?? '', secret, 300, undefined, now)
    } catch {
      // another live secret may have signed it
    }
  }
  return null
}

function noticeOf(event: Stripe.Event): Notice | 'unreadable' {
  const nothing = {
    eventId: event.id,
    transactionId: null,
    merchant: null,
    ref: null,
    amount: null,
    currency: null,
    charge: null,
  }
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const session = event.data.object
      const failed = event.type === 'checkout.session.expired' || event.type === 'checkout.session.async_payment_failed'
      return {
        eventId: event.id,
        // completed but not paid yet: by a slower method, for which another notice will come
        kind: failed ? 'failed' : session.payment_status === 'paid' ? 'paid' : 'other',
        transactionId: session.client_reference_id,
        merchant: session.metadata?.['merchant'] ?? null,
        ref: session.id,
        amount: session.amount_total,
        currency: session.currency,
        charge: idOf(session.payment_intent),
      }
    }
    case 'refund.updated': {
      const refund = event.data.object
      return {
        eventId: event.id,
        kind: refund.status === 'succeeded' ? 'refunded' : 'other',
        transactionId: refund.metadata?.['transaction'] ?? null,
        merchant: refund.metadata?.['merchant'] ?? null,
        ref: null,
        amount: refund.amount,
        currency: refund.currency,
        charge: idOf(refund.payment_intent),
      }
    }
    default:
      return { ...nothing, kind: 'other' }
  }
}

const idOf = (its: string | { readonly id: string } | null) => (typeof its === 'string' ? its : (its?.id ?? null))
