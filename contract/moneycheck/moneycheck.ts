import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { currency, id, instant, text } from '../kernel/fields.ts'

/** A mismatch between ledger, payments and visits. `object` is null if the caller may not see it (rule 47). */
export const Difference = v.object({
  kind: v.picklist([
    'transfer_sum',
    'account_balance',
    'wallet_lines',
    'payment_ledger',
    'payment_reserved',
    'visit_payment',
    'earn_ledger',
    'open_twice',
    'paid_twice',
  ]),
  table: text(40),
  object: v.nullable(id),
  currency: v.nullable(currency),
  expected: v.nullable(v.number()),
  found: v.nullable(v.number()),
})
export type Difference = v.InferOutput<typeof Difference>

/**
 * A provider's notice that was not authentic, or did not fit what it named (TRUST R44, R45). It has changed nothing.
 */
export const ParkedNotice = v.object({
  id,
  provider: v.picklist(['test', 'stripe']),
  reason: v.picklist(['signature', 'unreadable', 'order', 'amount', 'currency', 'merchant', 'charge', 'state']),
  /** The transaction it named, if the caller may see whose it is. */
  transactionId: v.nullable(id),
  /** How often it came; notices that were not authentic are counted by the hour. */
  times: v.pipe(v.number(), v.integer()),
  receivedAt: instant,
})
export type ParkedNotice = v.InferOutput<typeof ParkedNotice>

const check = v.object({
  at: instant,
  /** How much was compared. */
  payments: v.number(),
  transfers: v.number(),
  differences: v.array(Difference),
})

/**
 * The nightly self-check of money, and the providers' notices that did not fit; for superadmins, on /setting or
 * /payment. [+]
 */
export const moneycheckCalls = {
  'moneycheck.list': {
    method: 'POST',
    path: '/api/moneycheck/list',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    heavy: true,
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), check: v.nullable(check), parked: v.array(ParkedNotice) }),
  },
  'moneycheck.run': {
    method: 'POST',
    path: '/api/moneycheck/run',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    audits: 'moneycheck',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({ status: v.literal(true), check }),
  },
  /** Marks it as examined: it is not shown again. */
  'moneycheck.dismiss': {
    method: 'PUT',
    path: '/api/moneycheck/:id',
    roles: ['admin'],
    superadmin: true,
    offline: 'online',
    audits: 'moneycheck',
    refusals: ['record_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
  },
} as const satisfies CallTable
