import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { Notification } from '../../../contract/notification/notification.ts'
import { sayWhen } from '../../../contract/kernel/when.ts'
import { tellPatient } from './tell.ts'
import type { Ctx } from '../../http/handler.ts'
import { note } from '../notification/note.ts'

type Visit = Pick<Appointment, 'id' | 'doctorId' | 'patientId' | 'patientName' | 'start' | 'zone' | 'type'>

/**
 * Tells doctor and patient in the app, but not the one who did it, in the same transaction, times as each of them reads them (rule 3);
 * and the patient by mail or SMS too, where a visit was booked, moved or cancelled (rule 63).
 */
export async function notify(
  ctx: Pick<Ctx<'appointment.book'>, 'db' | 'who' | 'now' | 'deps'>,
  visit: Visit,
  kind: Notification['kind'],
) {
  const { db, who, now } = ctx
  for (const userId of [visit.doctorId, visit.patientId]) {
    if (userId === who.id) continue
    const { rows } = await db.query<{ zone: string | null }>('select person_zone($1) as zone', [userId])
    const when = sayWhen(visit, rows[0]?.zone ?? null)
    const args = [userId === visit.doctorId ? visit.patientName : who.name, when]
    await note(db, { userId, kind, args, appointmentId: visit.id }, now)
  }
  const what = WRITTEN[kind]
  if (what) await tellPatient(ctx, visit, what)
}

/** What is said outside of the app as well. */
const WRITTEN: Partial<Readonly<Record<Notification['kind'], 'booked' | 'moved' | 'cancelled'>>> = {
  appointment_booked: 'booked',
  appointment_moved: 'moved',
  appointment_cancelled: 'cancelled',
}
