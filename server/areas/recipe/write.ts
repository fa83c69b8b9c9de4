import type { Notification } from '../../../contract/notification/notification.ts'
import { joint } from '../../db/joint.ts'
import type { Db } from '../../db/pool.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Ctx } from '../../http/handler.ts'
import { note } from '../notification/note.ts'
import { isSeen, patientNow, placeOf } from '../patient/notes.ts'

type By = Pick<Ctx<'recipe.add'>, 'db' | 'who' | 'now'>
type Placing = {
  readonly patientId: string
  readonly appointmentId?: string | null | undefined
  readonly clinicId?: string | null | undefined
}

/**
 * Whose a recipe or a report is, and where and by whom it is written: the card as it is now, if it was merged; the
 * visit's clinic, otherwise the doctor's; the doctor's name with title. Throws not found for what the caller may not
 * see.
 */
export async function whereWritten({ db, who, now }: By, place: Placing) {
  const patientId = await patientNow(db, place.patientId)
  if (!(await isSeen(db, patientId))) throw new Refused('patient_not_found')
  const visit = place.appointmentId ? await clinicOfVisit(db, place.appointmentId, patientId) : null
  const named = await db.query<{ name: string }>(
    joint(`select trim(concat_ws(' ', title, name)) as name from doctor_row where id = $1`, [who.id], {
      types: ['uuid'],
      stays: true,
    }),
  )
  return {
    patientId,
    clinicId: visit ? visit.clinicId : await placeOf({ db, who }, patientId, place.clinicId ?? null),
    appointmentId: place.appointmentId ?? null,
    doctorName: named.rows[0]?.name ?? who.name,
    at: new Date(now),
  }
}

/** The patient hears that there is something new, and of whom; never what (rule 66). */
export async function ringPatient(
  { db, now }: Pick<By, 'db' | 'now'>,
  kind: Extract<Notification['kind'], 'recipe_added' | 'report_added'>,
  patientId: string,
  doctorName: string,
) {
  await note(db, { userId: patientId, kind, args: [doctorName.slice(0, 200)] }, now)
}

async function clinicOfVisit(db: Db, id: string, patientId: string): Promise<{ clinicId: string | null }> {
  const { rows } = await db.query<{ clinicId: string | null }>(
    joint('select clinic_id as "clinicId" from appointment where id = $1 and patient_id = $2', [id, patientId], {
      types: ['uuid', 'uuid'],
      stays: true,
    }),
  )
  if (!rows[0]) throw new Refused('appointment_not_found')
  return rows[0]
}
