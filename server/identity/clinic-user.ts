import type pg from 'pg'
import type { Who } from './who.ts'

/**
 * A clinic's user for work that they have started and that goes on without their session; null if they may not act for
 * the clinic any more.
 */
export async function clinicUser(pool: Pick<pg.Pool, 'query'>, id: string, clinicId: string): Promise<Who | null> {
  const { rows } = await pool.query<{ name: string }>(
    `select p.name from person p join clinic c on c.id = p.clinic_id
      where p.id = $1 and p.clinic_id = $2 and p.type = 'clinic' and p.active and p.deleted_at is null and c.active`,
    [id, clinicId],
  )
  const found = rows[0]
  if (!found) return null
  return {
    id,
    type: 'clinic',
    name: found.name,
    superadmin: false,
    clinicId,
    hostClinic: null,
    // of no session: limits per session count per person here
    sessionHash: `work of ${id}`,
    mustEnrol: false,
    keys: ['all', `user:${id}`, `clinic:${clinicId}`],
  }
}
