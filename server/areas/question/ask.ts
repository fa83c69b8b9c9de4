import type { Target } from '../../../contract/kernel/effect.ts'
import { ASKED_A_DAY } from '../../../contract/question/question.rules.ts'
import { lockUntilEnd } from '../../db/advisory.ts'
import type { Db } from '../../db/pool.ts'
import type { Handler } from '../../http/handler.ts'
import { note } from '../notification/note.ts'

/** A patient's question to a doctor whom they see (decision 0158). */
export const askQuestion: Handler<'question.ask'> = async ({ id, doctorId, content }, { db, who, now, refuse }) => {
  const target: [Target] = [{ table: 'question', id }]
  // TRUST R06: made before under a key that is lost
  const known = await db.query(
    'select from question where id = $1 and asker_id = $2 and doctor_id = $3 and content = $4',
    [id, who.id, doctorId, content],
  )
  if (known.rowCount) return target
  const { rows } = await db.query<{ clinicIds: string[]; public: boolean }>(
    `select r."clinicIds", d.audience @> '{all}' as public from doctor_row r join doctor d using (id) where r.id = $1 and r.active`,
    [doctorId],
  )
  const doctor = rows[0]
  if (!doctor) return refuse('doctor_not_found')
  const [first] = doctor.clinicIds
  const here = who.hostClinic && doctor.clinicIds.includes(who.hostClinic) ? who.hostClinic : null
  // a doctor of private clinics alone is written to there, where no admin reads it
  const clinicId = here ?? (doctor.public ? null : first)
  if (clinicId === undefined) return refuse('doctor_not_found')
  await lockUntilEnd(db, 'patient', who.id)
  const { rowCount } = await db.query('select from question where asker_id = $1 and created_at > $2', [
    who.id,
    new Date(now - 86_400_000),
  ])
  if ((rowCount ?? 0) >= ASKED_A_DAY) return refuse('question_limit')
  await db.query(
    'insert into question (id, clinic_id, doctor_id, content, asker_id, created_at) values ($1, $2, $3, $4, $5, $6)',
    [id, clinicId, doctorId, content.trim(), who.id, new Date(now)],
  )
  await ringDoctor(db, doctorId, now)
  return target
}

/** Tells the doctor that a question waits, unless they have been told and have not looked. */
export async function ringDoctor(db: Db, doctorId: string, now: number): Promise<void> {
  const { rows } = await db.query<{ rings: boolean }>('select question_rings($1) as rings', [doctorId])
  if (!rows[0]?.rings) await note(db, { userId: doctorId, kind: 'question_asked', args: [] }, now)
}
