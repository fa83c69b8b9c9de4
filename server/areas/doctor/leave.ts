import type { Db } from '../../db/pool.ts'

/**
 * Ends a membership, and with the same statement what each side sees of the other through it; devices follow with the
 * next pull (R39). Returns how many waiting visits prevent it; zero means that it is done.
 */
export async function leave(db: Db, doctorId: string, clinicId: string | null): Promise<number> {
  await allowStamping(db)
  const { rows } = await db.query<{ open: number }>('select doctor_leave($1, $2) as open', [doctorId, clinicId])
  return rows[0]!.open
}

/**
 * Raises the limit for the rest of the transaction: when a doctor joins or leaves, years of visits get new audiences,
 * which takes longer than a request may otherwise.
 */
export const allowStamping = (db: Db) => db.query(`select set_config('statement_timeout', '120000', true)`)
