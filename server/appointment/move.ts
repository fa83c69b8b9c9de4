import { whyNotMove } from '../../contract/appointment.rules.ts'
import { Refused, type Handler } from '../http/handler.ts'
import { notify } from '../notification/notify.ts'
import { readSettings } from '../setting/read.ts'
import { takeSlot } from './slot.ts'
import { change, judge, lockTime, lockVisit } from './store.ts'

/** Another time with the same doctor; price and type stay (rule 28). The doctor's lock comes before the row's. */
export const move: Handler<'appointment.move'> = async ({ id, start, duration }, ctx) => {
  const { db, who, now, base } = ctx
  const parties = (
    await db.query<{ doctor_id: string; patient_id: string }>(
      'select doctor_id, patient_id from appointment where id = $1',
      [id],
    )
  ).rows[0]
  if (!parties) throw new Refused('appointment_not_found')
  await lockTime(db, parties.doctor_id, parties.patient_id)
  const visit = await lockVisit(db, id)
  if (!visit) throw new Refused('appointment_not_found')
  const why = whyNotMove(visit, who, now, await readSettings(db))
  if (why) throw new Refused(why)
  judge(visit, base, ['start'])
  if (Date.parse(start) === Date.parse(visit.start)) return [{ table: 'appointment', id }]

  // rule 11: a passive doctor keeps their visits and gets no others
  const { rowCount: passive } = await db.query('select from doctor where id = $1 and not active', [visit.doctorId])
  if (passive) throw new Refused('doctor_passive')
  const slot = await takeSlot(db, { ...visit, start, duration, who, now, except: id })
  const { rows } = await db.query<{ busy: boolean }>('select patient_is_busy($1, $2, $3, $4) as busy', [
    visit.patientId,
    slot.start,
    slot.end,
    id,
  ])
  if (rows[0]?.busy && who.type === 'patient') throw new Refused('patient_overlap')
  const touched = await change(ctx, visit, {
    start: slot.start,
    end: slot.end,
    zone: slot.zone,
    arrivedAt: null,
    noShowAt: null,
    moves: visit.moves + (who.type === 'patient' ? 1 : 0),
  })
  await notify(ctx, { ...visit, start: slot.start, zone: slot.zone }, 'appointment_moved')
  return touched
}
