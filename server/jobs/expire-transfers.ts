import { lockTime } from '../appointment/store.ts'
import { roomsOf } from '../db/rows.ts'
import type { Deps } from '../http/handler.ts'

/**
 * Rule 18: a transfer that has not come in time gives the slot back; visit and payment are cancelled by the system, under the same
 * lock as a booking (TRUST D11). Works as the owner, beyond any one person's sight. Run every minute; a late run loses nothing.
 */
export async function expireTransfers({ pool, now, poke }: Pick<Deps, 'pool' | 'now' | 'poke'>): Promise<number> {
  const due = await pool.query<{ id: string; appointment_id: string; doctor_id: string; patient_id: string }>(
    `select id, appointment_id, doctor_id, patient_id from payment where status = 'waiting' and pay_by < $1 order by pay_by limit 100`,
    [new Date(now())],
  )
  for (const { id, appointment_id, doctor_id, patient_id } of due.rows) {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await lockTime(client, doctor_id, patient_id)
      const { rowCount } = await client.query(
        `update payment set status = 'cancelled' where id = $1 and status = 'waiting'`,
        [id],
      )
      if (rowCount) {
        await client.query(
          `update appointment set status = 'cancelled', cancelled_at = $2, cancelled_by = 'Bedside', updated_at = $2, updated_by = 'Bedside'
            where id = $1 and status = 'waiting'`,
          [appointment_id, new Date(now())],
        )
      }
      const rooms = await roomsOf(client, [{ table: 'appointment', id: appointment_id }])
      await client.query('commit')
      poke(rooms)
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
  return due.rows.length
}
