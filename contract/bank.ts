import * as v from 'valibot'
import type { CallTable } from './call.ts'
import { currency, id, listed, paging, text, version } from './fields.ts'

/** An account that transfers go to (SPEC §3). */
export const Bank = v.object({ id, version, name: text(120), branch: text(120), iban: text(34), currency })
export type Bank = v.InferOutput<typeof Bank>

export const bankCalls = {
  'bank.list': {
    method: 'POST',
    path: '/api/bank/list',
    roles: ['admin', 'clinic', 'doctor', 'patient'],
    offline: 'cached',
    refusals: [],
    input: v.strictObject({ ...paging }),
    reply: v.object({ ...listed, banks: v.array(Bank) }),
  },
} as const satisfies CallTable
