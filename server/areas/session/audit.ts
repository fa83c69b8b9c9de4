import type pg from 'pg'
import type { CallName } from '../../../contract/calls.ts'
import type { Role } from '../../../contract/kernel/call.ts'
import { prefixOf } from '../../kernel/network.ts'

/**
 * One line for what happens before anyone is signed in (TRUST D15): whose account it concerned, never what was typed.
 * Written on the pool, so that it stays although the call is refused and its transaction rolled back.
 */
export async function auditEntry(
  pool: Pick<pg.Pool, 'query'>,
  line: {
    readonly call: CallName
    readonly person: { readonly id: string; readonly type: Role; readonly clinicId: string | null } | null
    /** Only who proved who they are is the actor. */
    readonly proved: boolean
    readonly outcome: string
    readonly ip: string
  },
): Promise<void> {
  const { call, person, proved, outcome, ip } = line
  await pool.query(
    `insert into audit (actor, actor_type, clinic_id, action, object_table, object_id, outcome, ip_prefix)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      proved ? (person?.id ?? null) : null,
      proved ? (person?.type ?? null) : null,
      person?.clinicId ?? null,
      call,
      person ? 'person' : null,
      person?.id ?? null,
      outcome,
      prefixOf(ip),
    ],
  )
}
