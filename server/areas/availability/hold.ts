import type { Db } from '../../db/pool.ts'
import { takeSlot } from './slot.ts'
import type { Handler } from '../../http/handler.ts'
import { readSettings } from '../setting/read.ts'
import { chosenShape } from './chosen-type.ts'
import { lockDoctor } from './store.ts'

/**
 * Holds a free time for this person while they book (rule 16). The booking is checked again; desks are not bound by a
 * hold.
 */
export const hold: Handler<'availability.hold'> = async ({ moves, ...input }, { db, who, now, refuse }) => {
  if (who.type === 'doctor' && input.doctorId !== who.id) return refuse('doctor_not_found')
  if (who.type === 'clinic' && input.clinicId !== who.clinicId) return refuse('doctor_not_found')
  const { rows } = await db.query<{ active: boolean; zone: string }>(
    'select d.active, clock_of($2, d.id) as zone from doctor d where d.id = $1',
    [input.doctorId, input.clinicId],
  )
  const doctor = rows[0]
  if (!doctor) return refuse('doctor_not_found')
  if (!doctor.active) return refuse('doctor_passive')
  if (moves && (await doctorOf(db, moves)) !== input.doctorId) return refuse('appointment_not_found')
  await lockDoctor(db, input.doctorId)
  const chosen = await chosenShape(db, { visitTypeId: input.visitTypeId, moves }, input, who)
  const slot = await takeSlot(db, {
    ...input,
    chosen,
    zone: doctor.zone,
    who,
    now,
    moment: now,
    ...(moves && { except: moves }),
  })
  const { holdMinutes } = await readSettings(db)
  const until = new Date(now + holdMinutes * 60_000)
  await db.query('select take_hold($1, $2, $3, $4, $5, $6)', [
    input.doctorId,
    slot.start,
    slot.end,
    until,
    chosen?.bufferBefore ?? 0,
    chosen?.bufferAfter ?? 0,
  ])
  return { status: true, until: until.toISOString() }
}

/** The doctor of the visit to move, if the caller may see it. */
async function doctorOf(db: Db, visitId: string): Promise<string | undefined> {
  const { rows } = await db.query<{ doctorId: string }>('select "doctorId" from appointment_row where id = $1', [
    visitId,
  ])
  return rows[0]?.doctorId
}
