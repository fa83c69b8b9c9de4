import { ALONE_HOURS } from '../../../contract/approval/approval.ts'
import { asServer } from '../../db/owner.ts'
import type { Deps } from '../../http/handler.ts'
import type { ApprovalFacts } from './store.ts'
import { tellAsker } from './tell.ts'

/**
 * Ends requests past their day and tells the people who asked; forgets movements that no longer count towards the
 * limit.
 */
export async function lapseApprovals({ pool, now, poke }: Pick<Deps, 'pool' | 'now' | 'poke'>): Promise<void> {
  const lapsed = await asServer(pool, async (db) => {
    const { rows } = await db.query<ApprovalFacts>(LAPSE, [new Date(now())])
    for (const each of rows) await tellAsker(db, each, 'approval_lapsed', now())
    await db.query('delete from money_alone where at < $1', [new Date(now() - 2 * ALONE_HOURS * 3_600_000)])
    return rows
  })
  if (lapsed.length) poke(lapsed.map(({ asked_by }) => `user:${asked_by}`))
}

const LAPSE = `update approval set status = 'lapsed' where status = 'waiting' and expires_at <= $1 returning *`
