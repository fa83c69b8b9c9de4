import type { Appointment } from '../../contract/appointment.ts'
import { newId } from '../../contract/id.ts'
import type { Notification } from '../../contract/notification.ts'
import { wallOf } from '../../contract/time.ts'
import type { Ctx } from '../http/handler.ts'

type Visit = Pick<Appointment, 'id' | 'doctorId' | 'patientId' | 'patientName' | 'start' | 'zone'>

/** Tells doctor and patient, but not the one who did it, in the same transaction. Times are the visit's own wall (rule 3). */
export async function notify(
  { db, who, now }: Pick<Ctx<'appointment.book'>, 'db' | 'who' | 'now'>,
  visit: Visit,
  kind: Notification['kind'],
) {
  const { date, time } = wallOf(Date.parse(visit.start), visit.zone)
  const two = (n: number) => String(n).padStart(2, '0')
  const when = `${two(date % 100)}.${two(Math.floor(date / 100) % 100)}.${Math.floor(date / 10_000)} ${two(Math.floor(time / 100))}:${two(time % 100)}`
  for (const userId of [visit.doctorId, visit.patientId]) {
    if (userId === who.id) continue
    await db.query(
      'insert into notification (id, user_id, kind, args, appointment_id, created_at) values ($1, $2, $3, $4, $5, $6)',
      [
        newId(now),
        userId,
        kind,
        userId === visit.doctorId ? [visit.patientName, when] : [who.name, when],
        visit.id,
        new Date(now),
      ],
    )
  }
}
