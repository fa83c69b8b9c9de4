import { lockTime } from '../appointment/store.ts'
import { asHouse } from '../db/owner.ts'
import { roomsOf } from '../db/rows.ts'
import type { Deps } from '../http/handler.ts'
import { cancel } from '../payment/settle.ts'
import { lockPayment } from '../payment/store.ts'
import { askProvider } from '../transaction/ask.ts'

/**
 * Rules 17, 18: a payment that has not come in time gives the slot back; visit and payment are cancelled by the system, under the same
 * lock as a booking (TRUST D11). A card's provider is asked first: its word may have been lost, and the money charged. Works as the house,
 * beyond any one person's sight. Run every minute; a late run loses nothing.
 */
export async function expirePayments(deps: Deps): Promise<number> {
  const { pool, now, poke } = deps
  const due = await pool.query<{ id: string; appointment_id: string; doctor_id: string; patient_id: string }>(
    `select id, appointment_id, doctor_id, patient_id from payment where status = 'waiting' and pay_by < $1 and appointment_id is not null
      order by pay_by limit 100`,
    [new Date(now())],
  )
  for (const { id, appointment_id, doctor_id, patient_id } of due.rows) {
    if ((await askProvider(deps, { paymentId: id })) === 'unsure') continue
    const rooms = await asHouse(pool, async (db) => {
      await lockTime(db, doctor_id, patient_id)
      const found = await lockPayment(db, id)
      if (!found || !(await cancel(db, found.payment, { by: 'Bedside', at: now() }))) return []
      await db.query(
        `update appointment set status = 'cancelled', cancelled_at = $2, cancelled_by = 'Bedside', updated_at = $2, updated_by = 'Bedside'
          where id = $1 and status = 'waiting'`,
        [appointment_id, new Date(now())],
      )
      return roomsOf(db, [{ table: 'appointment', id: appointment_id }])
    })
    if (rooms.length) poke(rooms)
  }
  return due.rows.length
}
