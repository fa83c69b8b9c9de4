import { lapseVisit } from '../areas/appointment/lapse.ts'
import { lockTime } from '../areas/appointment/store.ts'
import { eachRow } from '../db/each-row.ts'
import { asServer } from '../db/owner.ts'
import { roomsOf } from '../db/rows.ts'
import type { Deps } from '../http/handler.ts'
import { cancel } from '../areas/payment/settle.ts'
import { lockPayment } from '../areas/payment/store.ts'
import { askProvider } from '../areas/transaction/ask.ts'

/**
 * Rules 17, 18: a payment that has not come in time releases the slot. The system cancels visit and payment, under the
 * same lock as a booking (TRUST D11), and those concerned are told. A card's provider is asked first: its notice may
 * have been lost, and the money charged. Works as the server, without a person's visibility. Run every minute; a late
 * run loses nothing.
 */
export async function expirePayments(deps: Deps): Promise<number> {
  const { pool, now } = deps
  const due = await pool.query<Due>(
    `select id, appointment_id, doctor_id, patient_id from payment where status = 'waiting' and pay_by < $1 and appointment_id is not null
        and not job_holds('expirePayments', id::text)
      order by pay_by limit 100`,
    [new Date(now())],
  )
  await eachRow(
    deps,
    'expirePayments',
    due.rows,
    ({ id }) => id,
    (payment) => expireOne(deps, payment),
  )
  return due.rows.length
}

async function expireOne(deps: Deps, { id, appointment_id, doctor_id, patient_id }: Due) {
  const { pool, now, poke } = deps
  if ((await askProvider(deps, { paymentId: id })) === 'unsure') return
  const rooms = await asServer(pool, async (db) => {
    await lockTime(db, doctor_id, patient_id)
    const found = await lockPayment(db, id)
    if (!found || !(await cancel(db, found.payment, { by: 'Bedside', at: now() }))) return []
    await lapseVisit(db, deps, appointment_id, now())
    return [
      ...(await roomsOf(db, [{ table: 'appointment', id: appointment_id }])),
      `user:${patient_id}`,
      `user:${doctor_id}`,
    ]
  })
  if (rooms.length) poke(rooms)
}

type Due = {
  readonly id: string
  readonly appointment_id: string
  readonly doctor_id: string
  readonly patient_id: string
}
