import { whyNotMove } from '../../../contract/appointment/appointment.rules.ts'
import { changedSince } from '../../db/merge.ts'
import { Refused, refuseIf } from '../../kernel/refused.ts'
import type { Handler } from '../../http/handler.ts'
import { notify } from './notify.ts'
import { readSettings } from '../setting/read.ts'
import { refuseTaken, takeSlot } from '../availability/slot.ts'
import { change, judge, lockTime, lockVisit, readVisit } from './store.ts'

/** Another time with the same doctor; price and type stay (rule 28). The doctor's lock comes before the row's. */
export const move: Handler<'appointment.move'> = async ({ id, start, duration }, ctx) => {
  const { db, who, now, base } = ctx
  const house = await readSettings(db)
  // what can be refused is, before anyone waits for the doctor's lock: losers never queue
  const seen = await readVisit(db, id)
  if (!seen) throw new Refused('appointment_not_found')
  refuseIf(whyNotMove(seen, who, now, house))
  const isOther = Date.parse(start) !== Date.parse(seen.start)
  if (isOther && !changedSince('appointment', seen.field_versions, base, ['start']).length)
    await refuseTaken(db, { ...seen, start, duration, who, now, except: id })

  await lockTime(db, seen.doctorId, seen.patientId)
  const visit = await lockVisit(db, id)
  if (!visit) throw new Refused('appointment_not_found')
  refuseIf(whyNotMove(visit, who, now, house))
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
    heardAt: null,
    noShowAt: null,
    moves: visit.moves + (who.type === 'patient' ? 1 : 0),
  })
  await notify(ctx, { ...visit, start: slot.start, zone: slot.zone }, 'appointment_moved')
  return touched
}
