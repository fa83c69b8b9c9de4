import { hkdfSync } from 'node:crypto'
import type pg from 'pg'
import type { Settings } from './settings.ts'
import type { PaymentProvider } from '../ports/payment/provider.ts'
import { createTestProvider } from '../ports/payment/provider-test.ts'

/**
 * The provider that charges cards. Stripe if it is set up; on a demo server otherwise the built-in test provider. A
 * server with real data and no provider takes no cards: with a test provider anyone could mark a visit as paid.
 */
export async function providerOf(
  pool: pg.Pool,
  { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRETS: secrets }: Settings,
  isDemo: boolean,
  master: Buffer,
  now: () => number,
): Promise<PaymentProvider | null> {
  const { rows } = await pool.query<{ value: string }>(`select value from meta where name = 'merchant'`)
  const merchant = rows[0]?.value ?? ''
  if (key && secrets) {
    // loaded only if needed: its library takes a third of a start
    const { createStripeProvider } = await import('../ports/payment/provider-stripe.ts')
    return createStripeProvider({ key, secrets, merchant })
  }
  if (!isDemo) return null
  const secret = Buffer.from(hkdfSync('sha256', master, 'bedside', 'test provider', 32)).toString('base64url')
  return createTestProvider({ pool, merchant, secrets: [secret], now })
}
