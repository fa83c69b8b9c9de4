import { hkdfSync } from 'node:crypto'
import type pg from 'pg'
import type { Settings } from './settings.ts'
import type { PaymentProvider } from '../ports/payment/provider.ts'
import { createTestProvider } from '../ports/payment/provider-test.ts'

/**
 * Who charges cards here. Stripe where it is set up; in a demo server else the built-in test provider. A server with real data
 * and no provider takes no cards: a test provider there would let anyone's visit be paid for nothing.
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
    // loaded where it is used: its library is a third of a start
    const { createStripeProvider } = await import('../ports/payment/provider-stripe.ts')
    return createStripeProvider({ key, secrets, merchant })
  }
  if (!isDemo) return null
  const secret = Buffer.from(hkdfSync('sha256', master, 'bedside', 'test provider', 32)).toString('base64url')
  return createTestProvider({ pool, merchant, secrets: [secret], now })
}
