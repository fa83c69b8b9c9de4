import { shareOf } from '../../../contract/appointment/appointment.rules.ts'
import type { Db } from '../../db/pool.ts'

/**
 * Splits a price into the platform's commission and the doctor's earning, by the doctor's terms at the clinic (rule
 * 33), in minor units.
 */
export async function shareWith(db: Db, doctorId: string, clinicId: string | null, price: number) {
  const { rows } = await db.query<{ type: 'ratio' | 'amount' | null; value: number }>(
    'select * from commission_of($1, $2)',
    [doctorId, clinicId],
  )
  return shareOf(price, rows[0] ?? { type: null, value: 0 })
}
