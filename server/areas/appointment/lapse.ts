import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { sayWhen } from '../../../contract/kernel/when.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../http/handler.ts'
import { note } from '../notification/note.ts'
import { tellPatient } from './tell.ts'

/**
 * Cancels a visit that was not paid in time (rules 17, 18), and in the same transaction tells the patient why, by
 * notification and letter, and the doctor by notification that the time is free again. Works as the server; the caller
 * holds the lock of the time. `now` is in epoch ms.
 */
export async function lapseVisit(
  db: Db,
  deps: Pick<Deps, 'publicUrl' | 'vault'>,
  visitId: string,
  now: number,
): Promise<void> {
  const { rows } = await db.query<Lapsed>(LAPSE, [visitId, new Date(now)])
  const visit = rows[0]
  if (!visit) return
  const touched = [
    { userId: visit.patientId, kind: 'appointment_lapsed' as const, who: visit.house, zone: visit.patientZone },
    { userId: visit.doctorId, kind: 'appointment_cancelled' as const, who: visit.patientName, zone: visit.doctorZone },
  ]
  for (const { userId, kind, who, zone } of touched)
    await note(db, { userId, kind, args: [who, sayWhen(visit, zone)], appointmentId: visit.id }, now)
  await tellPatient({ db, now, deps }, visit, 'lapsed')
}

type Lapsed = Pick<Appointment, 'id' | 'doctorId' | 'patientId' | 'patientName' | 'start' | 'zone' | 'type'> & {
  readonly house: string
  readonly patientZone: string | null
  readonly doctorZone: string | null
}

const LAPSE = `update appointment a
    set status = 'cancelled', cancelled_at = $2, cancelled_by = 'Bedside', updated_at = $2, updated_by = 'Bedside'
  where a.id = $1 and a.status = 'waiting'
  returning a.id, a.doctor_id as "doctorId", a.patient_id as "patientId", a.patient_name as "patientName", iso(a.starts_at) as start, a.zone, a.type,
    coalesce((select c.name from clinic c where c.id = a.clinic_id), 'Bedside') as house,
    person_zone(a.patient_id) as "patientZone", person_zone(a.doctor_id) as "doctorZone"`
