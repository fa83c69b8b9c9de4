import type { Approval } from '../../../contract/approval/approval.ts'
import type { Currency } from '../../../contract/kernel/constants.ts'
import type { Db } from '../../db/pool.ts'
import type { Ctx } from '../../http/handler.ts'

/** A request with the names of its columns. */
export type ApprovalFacts = {
  readonly id: string
  readonly kind: Approval['kind']
  readonly status: Approval['status']
  readonly patient_id: string
  readonly clinic_id: string | null
  readonly payment_id: string | null
  readonly refund_to: 'wallet' | 'source' | null
  readonly amount: number
  readonly currency: Currency
  readonly reason: string | null
  readonly asked_by: string
  readonly asked_name: string
  readonly expires_at: Date
  /** Made by the caller, with this or another of their accounts. */
  readonly own: boolean
}

/**
 * A request that the caller may see, locked until the end of the transaction: if forty approve at once, all but one
 * find it decided.
 */
export async function lockApproval(db: Db, id: string): Promise<ApprovalFacts | null> {
  const { rows } = await db.query<ApprovalFacts>(LOCK, [id])
  return rows[0] ?? null
}

export async function decide(
  { db, who, now }: Pick<Ctx<'approval.approve'>, 'db' | 'who' | 'now'>,
  { id }: ApprovalFacts,
  status: 'approved' | 'declined',
  words: string | null = null,
): Promise<void> {
  await db.query(DECIDE, [id, status, who.id, who.name, new Date(now), words])
}

const LOCK = 'select *, is_one_person(asked_by, app_person()) as own from approval where id = $1 for update'
const DECIDE = `update approval set status = $2, decided_by = $3, decided_name = $4, decided_at = $5, words = $6 where id = $1`
