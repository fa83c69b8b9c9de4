import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { Notification } from '../../../contract/notification/notification.ts'
import { sayWhen } from '../../../contract/kernel/when.ts'
import { tellPatient } from './tell.ts'
import type { Ctx } from '../../http/handler.ts'
import { note } from '../notification/note.ts'

type Visit = Pick<Appointment, 'id' | 'doctorId' | 'patientId' | 'patientName' | 'start' | 'zone' | 'type'>

/**
 * Tells doctor and patient in the app, except the one who acted, in the same transaction, with times in each reader's
 * zone (rule 3); and the patient by mail or SMS too, if a visit was booked, moved or cancelled (rule 63).
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

/**
 * A visit has moved to another doctor. The former doctor is told to whom, without a link, since they no longer see it;
 * the new doctor is told about a new visit; the patient is told that doctor and visit changed.
 */
export async function notifyGiven(
  ctx: Pick<Ctx<'appointment.book'>, 'db' | 'who' | 'now' | 'deps'>,
  before: Visit,
  moved: Visit,
) {
  const { db, who, now } = ctx
  const { rows } = await db.query<{ name: string; was: string | null; is: string | null; patient: string | null }>(
    `select trim(concat_ws(' ', d.title, d.name)) as name, person_zone($2) as was, person_zone(d.id) as is, person_zone($3) as patient
       from doctor_row d where d.id = $1`,
    [moved.doctorId, before.doctorId, moved.patientId],
  )
  const { name, ...zones } = rows[0]! // the caller has found it already
  // a notification's arguments have at most 200 characters
  const to = (zone: string | null) => [...`${sayWhen(moved, zone)}, ${name}`].slice(0, 150).join('')
  await note(db, { userId: before.doctorId, kind: 'appointment_moved', args: [moved.patientName, to(zones.was)] }, now)
  await note(
    db,
    {
      userId: moved.doctorId,
      kind: 'appointment_booked',
      args: [moved.patientName, sayWhen(moved, zones.is)],
      appointmentId: moved.id,
    },
    now,
  )
  await note(
    db,
    {
      userId: moved.patientId,
      kind: 'appointment_moved',
      args: [who.name, to(zones.patient)],
      appointmentId: moved.id,
    },
    now,
  )
  await tellPatient(ctx, moved, 'moved', { otherDoctor: true })
}

/** Notifications that are also sent by mail or SMS. */
const WRITTEN: Partial<Readonly<Record<Notification['kind'], 'booked' | 'moved' | 'cancelled'>>> = {
  appointment_booked: 'booked',
  appointment_moved: 'moved',
  appointment_cancelled: 'cancelled',
}
