import * as v from 'valibot'
import { Approval } from '../approval/approval.ts'
import type { CallTable } from '../kernel/call.ts'
import { currency, id, instant, listed, money, newRecordId, requiredText, text, version } from '../kernel/fields.ts'

export const BALANCE_KINDS = ['payment', 'given_back', 'refund', 'top_up', 'late_payment', 'merged', 'manual'] as const

/**
 * A movement of a patient's wallet (SPEC §3 balance; rule 41): append-only, never edited. A receivable adds to the
 * patient's credit, a debt uses it. There is one wallet per currency (rule 32). Part of it may be the credit of one
 * clinic (`clinicId`): a private clinic's whole wallet, and what a public clinic's own people gave. Such credit is
 * spent only at that clinic, before the rest (docs/decisions/0100). A patient's device holds all their lines (table
 * `balance_line`, clear: patientId, createdAt): `balance` of a wallet's newest line is what it holds; the sum of
 * `walletAmount` of waiting payments is reserved for unpaid bookings. Staff call `balance.get`.
 */
export const BalanceLine = v.object({
  id,
  version,
  patientId: id,
  /** The only clinic where it can be spent; null: any public one. */
  clinicId: v.nullable(id),
  type: v.picklist(['debt', 'receivable']),
  kind: v.picklist(BALANCE_KINDS),
  amount: money,
  currency,
  /** What the wallet held after it. */
  balance: money,
  /** Why staff added it by hand (rule 101). */
  reason: v.nullable(text(500)),
  appointmentId: v.nullable(id),
  paymentId: v.nullable(id),
  createdAt: instant,
  createdBy: text(200),
})
export type BalanceLine = v.InferOutput<typeof BalanceLine>

/** One wallet: what can be spent, and what is reserved for unpaid bookings (SCREENS B3). */
export const BalanceTotal = v.object({ clinicId: v.nullable(id), currency, balance: money, reserved: money })
export type BalanceTotal = v.InferOutput<typeof BalanceTotal>

/** The smallest and largest amount by hand: 1 and 1,000,000.00, in minor units. */
export const amountInput = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000_000))

export const balanceCalls = {
  /** `id` is the patient's. `balances` are the movements, newest first (SPEC §7). Numbers in a query come as text. */
  'balance.get': {
    method: 'GET',
    path: '/api/balance/:id',
    roles: ['admin', 'clinic', 'patient'],
    offline: 'cached',
    refusals: ['patient_not_found'],
    input: v.strictObject({
      id,
      page: v.optional(v.pipe(text(7), v.regex(/^[1-9]\d{0,5}$/))),
      limit: v.optional(v.pipe(text(4), v.regex(/^([1-9]\d{0,2}|1000)$/))),
      type: v.optional(v.picklist(['debt', 'receivable'])),
    }),
    reply: v.object({ ...listed, balances: v.array(BalanceLine), totals: v.array(BalanceTotal) }),
  },
  /**
   * By hand, with a reason that the patient reads (rule 101). A desk gives and takes its own clinic's credit, an admin
   * the common wallet. Above what one person may move alone, nothing moves: `approval` is the waiting request, and `id`
   * becomes the id of its line once it is approved.
   */
  'balance.add': {
    method: 'POST',
    path: '/api/balance/add',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: ['id_taken', 'patient_not_found', 'balance_too_low', 'currency_differs'],
    input: v.strictObject({
      id: newRecordId,
      patientId: id,
      type: v.picklist(['debt', 'receivable']),
      amount: amountInput,
      currency,
      reason: requiredText(500),
    }),
    reply: v.object({
      status: v.literal(true),
      balance: v.optional(BalanceLine),
      approval: v.optional(Approval),
    }),
    writes: { table: 'balance_line', needs: [] },
  },
} as const satisfies CallTable
