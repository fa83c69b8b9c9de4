import { ONLINE_PUSH_MINUTES } from '../../contract/kernel/constants.ts'
import type { Deps } from '../http/handler.ts'

/**
 * Rule 63: ten minutes before an online visit doctor and patient are told on their devices, once, however often it was
 * moved to this time; not if it was cancelled. Run every minute; returns the number of visits.
 */
export async function remindOnline({ pool, now }: Pick<Deps, 'pool' | 'now'>): Promise<number> {
  const at = now()
  const { rowCount } = await pool.query(SOON, [new Date(at), new Date(at + ONLINE_PUSH_MINUTES * 60_000)])
  return rowCount ?? 0
}

const SOON = `
  select push_to(whom, 'visit_soon', 'online_visit', '/appointment/' || a.id, a.id, 'soon:' || a.id || ':' || extract(epoch from a.starts_at), $1, a.starts_at)
    from appointment a cross join lateral unnest(array[a.doctor_id, a.patient_id]) whom
   where a.type = 'online' and a.status = 'waiting' and a.starts_at > $1 and a.starts_at <= $2
     and exists (select from push_subscription s where s.person_id = whom)`
