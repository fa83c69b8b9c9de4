import type { Db } from '../../db/pool.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Who } from '../../identity/who.ts'

/**
 * Rule 77: a private clinic's own users decide what is public of it, the admins everything else. Refuses the desk of a
 * public clinic whatever it asks for; which record it concerns is decided later, by the database's policies.
 */
export async function refuseUnlessPublisher(db: Db, who: Who): Promise<void> {
  if (who.type === 'admin') return
  const { rowCount } = await db.query('select from clinic where id = $1 and private', [who.clinicId])
  if (who.type !== 'clinic' || rowCount !== 1) throw new Refused('unauthorized', {}, 403)
}

/** The people who decide what a clinic publishes; null is the platform. */
export async function publishersOf(db: Db, clinicId: string | null): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from publishers_of($1) p (id)', [clinicId])
  return rows.map(({ id }) => id)
}
