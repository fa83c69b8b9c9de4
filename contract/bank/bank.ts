import * as v from 'valibot'
import { readIban } from './bank.rules.ts'
import type { CallTable } from '../kernel/call.ts'
import { currency, id, listed, newRecordId, paging, requiredText, text, version } from '../kernel/fields.ts'

/** An account that transfers go to (SPEC §3). An inactive one accepts no new transfers and keeps those that wait. */
export const Bank = v.object({
  id,
  version,
  name: text(120),
  branch: text(120),
  iban: text(34),
  currency,
  active: v.boolean(),
})
export type Bank = v.InferOutput<typeof Bank>

/** For the admins' list: how many payments name it. */
const Counted = v.object({ ...Bank.entries, usedBy: v.optional(v.pipe(v.number(), v.integer())) })

/** Accepted in any common spelling, stored in electronic form. */
export const iban = v.pipe(
  text(60),
  v.check((typed) => readIban(typed) !== null, 'iban'),
  v.transform((typed) => readIban(typed) ?? ''),
)

const bankReply = v.object({ status: v.literal(true), bank: Bank })

export const bankCalls = {
  /** The selector for all; only admins see `usedBy`. */
  'bank.list': {
    method: 'POST',
    path: '/api/bank/list',
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'cached',
    refusals: [],
    input: v.strictObject({ ...paging }),
    reply: v.object({ ...listed, banks: v.array(Counted) }),
  },
  'bank.add': {
    method: 'POST',
    path: '/api/bank',
    roles: ['admin'],
    offline: 'online',
    refusals: ['id_taken', 'bank_exists'],
    input: v.strictObject({ id: newRecordId, name: requiredText(120), branch: requiredText(120), iban, currency }),
    reply: bankReply,
    writes: { table: 'bank', needs: [] },
  },
  'bank.update': {
    method: 'PUT',
    path: '/api/bank/:id',
    roles: ['admin'],
    offline: 'online',
    refusals: ['bank_not_found', 'bank_exists', 'in_use'],
    input: v.strictObject({
      id,
      name: v.optional(requiredText(120)),
      branch: v.optional(requiredText(120)),
      /** Not while a transfer to it waits: someone may be typing the old one (`in_use`). */
      iban: v.optional(iban),
      active: v.optional(v.boolean()),
    }),
    reply: bankReply,
    writes: { table: 'bank', needs: [] },
  },
  /** Refused while transfers to it wait (SCREENS B21); past payments keep its name. */
  'bank.delete': {
    method: 'DELETE',
    path: '/api/bank/:id',
    roles: ['admin'],
    offline: 'online',
    refusals: ['bank_not_found', 'in_use'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes: { table: 'bank', needs: [], removes: true },
  },
} as const satisfies CallTable
