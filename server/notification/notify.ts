import type { Appointment } from '../../contract/appointment.ts'
import { newId } from '../../contract/id.ts'
import type { Notification } from '../../contract/notification.ts'
import { sayWhen } from '../../contract/when.ts'
import type { Ctx } from '../http/handler.ts'

type Visit = Pick<Appointment, 'id' | 'doctorId' | 'patientId' | 'patientName' | 'start' | 'zone' | 'type'>

/** Tells doctor and patient, but not the one who did it, in the same transaction. Times as each of them reads them (rule 3). */
export async function notify(
  { db, who, now }: Pick<Ctx<'appointment.book'>, 'db' | 'who' | 'now'>,
  visit: Visit,
  kind: Notification['kind'],
) {
  for (const userId of [visit.doctorId, visit.patientId]) {
    if (userId === who.id) continue
    const { rows } = await db.query<{ zone: string | null }>('select person_zone($1) as zone', [userId])
    const when = sayWhen(visit, rows[0]?.zone ?? null)
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
