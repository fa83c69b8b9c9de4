import { mayOverride } from '../../../contract/appointment/appointment.overrides.ts'
import { marksAfterMove, mayGive, whyNotMove } from '../../../contract/appointment/appointment.rules.ts'
import type { Parsed } from '../../../contract/calls.ts'
import { shapeOfVisit } from '../../../contract/visittype/visittype.rules.ts'
import { changedSince } from '../../db/merge.ts'
import type { Db } from '../../db/pool.ts'
import { Refused, refuseIf } from '../../kernel/refused.ts'
import type { Ctx, Handler } from '../../http/handler.ts'
import { giveMeeting } from './meeting.ts'
import { notify, notifyGiven } from './notify.ts'
import { readSettings } from '../setting/read.ts'
import { refuseTaken, takeSlot } from '../availability/slot.ts'
import { shareWith } from './share.ts'
import { change, judge, lockTime, lockVisit, readVisit, type Visit } from './store.ts'

/**
 * Moves a visit to another time, and from a desk to another doctor of the same clinic (decision 0131). Type and price
 * stay (rules 21, 28); the shares follow the terms of the doctor who gets it. The lock of the doctor whose time is
 * taken comes before the row's.
 */
export const move: Handler<'appointment.move'> = async (input, ctx) => {
  const { id, start, duration, overrides } = input
  const { db, who, now, moment, base } = ctx
  if (overrides && !mayOverride(who)) throw new Refused('unauthorized', {}, 403)
  const house = await readSettings(db)
  // refuses what it can before waiting for the doctor's lock, so that losers never queue
  const seen = await readVisit(db, id)
  if (!seen) throw new Refused('appointment_not_found')
  refuseIf(whyNotMove(seen, who, now, house))
  const doctorId = await doctorFor(seen, input, ctx)
  // the type and its buffers stay as they were booked, whatever has become of the type
  const shape = shapeOfVisit(seen)
  const chosen = shape && { ...shape, visitType: null }
  const wish = { start, duration, doctorId, who, now, moment, overrides, except: id, chosen }
  if (isOther(seen, wish) && !changedSince('appointment', seen.field_versions, base, ['start']).length)
    await refuseTaken(db, { ...seen, ...wish })

  await lockTime(db, doctorId, seen.patientId)
  const visit = await lockVisit(db, id)
  if (!visit) throw new Refused('appointment_not_found')
  refuseIf(whyNotMove(visit, who, now, house))
  judge(visit, base, ['start'])
  // the visit changed doctors since it was read: the lock is not on its current doctor
  if (!input.doctorId && visit.doctorId !== doctorId)
    throw new Refused('changed_since', { fields: ['doctorId'], target: { table: 'appointment', id } }, 412)
  if (!isOther(visit, wish)) return [{ table: 'appointment', id }]

  // rule 11: an inactive doctor keeps their visits and gets no new ones. A patient does not see who is inactive, so
  // this queries the active ones
  const { rowCount: active } = await db.query('select from doctor where id = $1 and active', [doctorId])
  if (!active) throw new Refused('doctor_passive')
  const slot = await takeSlot(db, { ...visit, ...wish })
  const { rows } = await db.query<{ busy: boolean }>('select patient_is_busy($1, $2, $3, $4) as busy', [
    visit.patientId,
    slot.start,
    slot.end,
    id,
  ])
  if (rows[0]?.busy && who.type === 'patient') throw new Refused('patient_overlap')
  const isGiven = visit.doctorId !== doctorId
  const touched = await change(ctx, visit, {
    start: slot.start,
    end: slot.end,
    zone: slot.zone,
    ...marksAfterMove(visit, slot.start),
    overrides: slot.overrides,
    moves: visit.moves + (who.type === 'patient' ? 1 : 0),
    // a self-chosen time belongs to other hours, or to none
    ...(overrides && { availabilityId: slot.availabilityId }),
    ...(isGiven && (await handOver(db, visit, { doctorId, availabilityId: slot.availabilityId }))),
  })
  const before = visit.overrides ?? []
  if (before.join() !== slot.overrides.join())
    ctx.record({ object: { table: 'appointment', id }, values: { overrides: [before, slot.overrides] } })
  // no one is told about a visit that is already over
  if (slot.overrides.includes('past') && !isGiven) return touched
  const moved = { ...visit, doctorId, start: slot.start, zone: slot.zone }
  if (!isGiven) await notify(ctx, moved, 'appointment_moved')
  else await afterGiving(ctx, visit, moved)
  return touched
}

type Input = Parsed<'appointment.move'>
type Place = Pick<Visit, 'start' | 'doctorId' | 'duration'>

/** The length may differ only if the time is one's own choice. */
const isOther = (visit: Place, wish: Place & { readonly overrides: Input['overrides'] }) =>
  Date.parse(visit.start) !== Date.parse(wish.start) ||
  visit.doctorId !== wish.doctorId ||
  (wish.overrides !== undefined && visit.duration !== wish.duration)

/**
 * The doctor whose time is requested. Another doctor must be visible to the caller; their hours at the visit's clinic
 * show whether they work there.
 */
async function doctorFor(visit: Visit, { doctorId }: Input, { db, who }: Pick<Ctx<'appointment.move'>, 'db' | 'who'>) {
  if (!doctorId || doctorId === visit.doctorId) return visit.doctorId
  if (who.type === 'patient') throw new Refused('unauthorized', {}, 403)
  if (!mayGive(visit, who)) throw new Refused('doctor_not_found')
  const { rowCount } = await db.query('select from doctor where id = $1 and $2 = any (clinic_ids)', [
    doctorId,
    visit.clinicId,
  ])
  if (!rowCount) throw new Refused('doctor_not_found')
  return doctorId
}

/** The part of a visit that belongs to its doctor: its hours and the shares of its price. */
async function handOver(
  db: Db,
  visit: Visit,
  to: { readonly doctorId: string; readonly availabilityId: string | null },
) {
  return { ...to, ...(await shareWith(db, to.doctorId, visit.clinicId, visit.price)) }
}

/** The online visit gets a new room, since the former doctor knows the address; and all three are told. */
async function afterGiving(ctx: Ctx<'appointment.move'>, before: Visit, moved: Visit): Promise<void> {
  const { db, record } = ctx
  if (moved.type === 'online') {
    await db.query('update appointment set meeting_link = null where id = $1', [moved.id])
    const { rows } = await db.query<{ slug: string }>('select slug from clinic where id = $1', [moved.clinicId])
    await giveMeeting(db, moved.id, rows[0]?.slug ?? null)
  }
  const { rows } = await db.query<{ commission: number }>('select commission from appointment where id = $1', [
    moved.id,
  ])
  record({
    object: { table: 'appointment', id: moved.id },
    values: { commission: [before.commission ?? 0, rows[0]!.commission] }, // the row is locked
  })
  await notifyGiven(ctx, before, moved)
}
