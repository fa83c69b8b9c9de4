import type { Db } from '../../db/pool.ts'

/**
 * Ends a membership, with all that either side sees of the other by it: in the same statement, on devices with the next pull (R39). Answers
 * how many visits that wait stand in the way; none means that it is done.
 */
export async function leave(db: Db, doctorId: string, clinicId: string | null): Promise<number> {
  await allowStamping(db)
  const { rows } = await db.query<{ open: number }>('select doctor_leave($1, $2) as open', [doctorId, clinicId])
  return rows[0]!.open
}

/** For the rest of the transaction: where a doctor comes or goes, the visits of years are stamped anew, longer than a request may otherwise take. */
export const allowStamping = (db: Db) => db.query(`select set_config('statement_timeout', '120000', true)`)
