import type pg from 'pg'
import * as v from 'valibot'
import { newId } from '../../../contract/kernel/id.ts'
import type { PaymentProvider } from './provider.ts'
import { isSigned, sign } from './signature.ts'

/**
 * The built-in provider of a demo server: its own page that says so, its own books, notices signed like a real one's.
 * No one is charged. `secrets`: the first signs, all are accepted. `deliver` takes its notices to where a real provider
 * would send them.
 */
export function createTestProvider({
  pool,
  merchant,
  secrets,
  now,
}: {
  readonly pool: pg.Pool
  readonly merchant: string
  readonly secrets: readonly string[]
  readonly now: () => number
}): TestProvider {
  return {
    name: 'test',
    merchant,
    generate: async ({ transactionId, amount, currency, origin }) => {
      await pool.query(
        `insert into test_charge (transaction_id, amount, currency, state, at) values ($1, $2, $3, 'open', $4) on conflict do nothing`,
        [transactionId, amount, currency, new Date(now())],
      )
      return { ref: `test_${transactionId}`, url: `${origin}${testPagePath(transactionId)}` }
    },
    look: async ({ id }) => {
      const { rows } = await pool.query<{ amount: number; currency: string }>(
        `select amount, currency from test_charge where transaction_id = $1 and state in ('charged', 'refunded')`,
        [id],
      )
      return rows[0] ? { ...rows[0], charge: `charge_${id}` } : null
    },
    close: async ({ id }) => {
      await pool.query(`update test_charge set state = 'declined' where transaction_id = $1 and state = 'open'`, [id])
    },
    refund: async ({ id }) => {
      await pool.query(`update test_charge set state = 'refunded' where transaction_id = $1 and state = 'charged'`, [
        id,
      ])
      return 'done'
    },
    read: (raw, signature, at) => {
      if (!isSigned(raw, signature, secrets, at)) return 'signature'
      const read = v.safeParse(Sent, parsed(raw))
      return read.success ? read.output : 'unreadable'
    },
    decide: async (transactionId, decision) => {
      const { rows } = await pool.query<{ amount: number; currency: string }>(
        `update test_charge set state = $2 where transaction_id = $1 and state = 'open' returning amount, currency`,
        [transactionId, decision === 'decline' ? 'declined' : 'charged'],
      )
      const transaction = rows[0]
      if (!transaction || decision === 'charge_silently') return null
      const raw = JSON.stringify({
        eventId: `evt_${newId(now())}`,
        kind: decision === 'decline' ? 'failed' : 'paid',
        transactionId,
        merchant,
        ref: `test_${transactionId}`,
        ...transaction,
        charge: `charge_${transactionId}`,
      })
      return { raw: Buffer.from(raw), signature: sign(raw, secrets[0]!, now()) }
    },
  }
}

export type TestProvider = PaymentProvider & {
  /**
   * What the payer pressed on its page. Returns the notice to deliver; null if there is none to send: already decided,
   * or a charge without a notice, as when a real provider's notice is lost.
   */
  readonly decide: (
    transactionId: string,
    decision: 'charge' | 'decline' | 'charge_silently',
  ) => Promise<{ readonly raw: Buffer; readonly signature: string } | null>
}

export const isTestProvider = (provider: PaymentProvider | null): provider is TestProvider => provider?.name === 'test'

export const testPagePath = (transactionId: string) => `/pay/test/${transactionId}`

const short = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const Sent = v.strictObject({
  eventId: short,
  kind: v.picklist(['paid', 'failed', 'refunded', 'other']),
  transactionId: v.nullable(v.pipe(v.string(), v.uuid())),
  merchant: v.nullable(short),
  ref: v.nullable(short),
  amount: v.nullable(v.pipe(v.number(), v.integer())),
  currency: v.nullable(short),
  charge: v.nullable(short),
})

function parsed(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}
