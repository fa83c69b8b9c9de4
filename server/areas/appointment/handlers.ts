import { SEEN } from '../../../contract/appointment/appointment.ts'
import {
  whyNotArrive,
  whyNotCancel,
  whyNotComplete,
  whyNotConfirm,
  whyNotEdit,
  whyNotNoShow,
  whyNotReopen,
  whyNotUnarrive,
} from '../../../contract/appointment/appointment.rules.ts'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { readRows } from '../../db/rows.ts'
import { Refused, refuseIf } from '../../kernel/refused.ts'
import type { Area, Ctx } from '../../http/handler.ts'
import { notify } from './notify.ts'
import { readSettings } from '../setting/read.ts'
import { cancelWithVisit } from '../payment/settle.ts'
import { book, bookPaid } from './book.ts'
import { completeVisit } from './complete.ts'
import { listAppointments } from './list.ts'
import { marked } from './marked.ts'
import { join, meeting } from './meeting.ts'
import { move } from './move.ts'
import { reprice } from './reprice.ts'
import { change, judge, lockVisit, type Visit } from './store.ts'

export const appointmentHandlers: Area<'appointment'> = {
  'appointment.list': listAppointments,
  'appointment.book': book,
  'appointment.bookPaid': bookPaid,
  'appointment.move': move,
  'appointment.reprice': reprice,
  'appointment.meeting': meeting,
  'appointment.join': join,

  'appointment.update': async ({ id, ...fields }, ctx) => {
    const visit = await load(id, ctx)
    refuseIf(whyNotEdit(visit, ctx.who, ctx.now))
    // RULES 13: the staff note is the clinic's and the doctor's; patients write only their own words
    const may =
      ctx.who.type === 'patient'
        ? ['patientNote']
        : ctx.who.type === 'admin'
          ? ['patientNote', 'meetingLink']
          : ['note', 'patientNote', 'meetingLink']
    const changes = Object.entries(fields).filter(([, value]) => value !== undefined)
    if (changes.some(([name]) => !may.includes(name))) throw new Refused('unauthorized', {}, 403)
    judge(
      visit,
      ctx.base,
      changes.map(([name]) => name),
    )
    return change(ctx, visit, Object.fromEntries(changes))
  },

  'appointment.complete': async ({ id }, ctx) => {
    const visit = await load(id, ctx)
    refuseIf(whyNotComplete(visit, ctx.who, ctx.now))
    judge(visit, ctx.base, SEEN)
    return completeVisit(ctx, visit)
  },

  'appointment.reopen': async ({ id }, ctx) => {
    const visit = await load(id, ctx)
    refuseIf(whyNotReopen(visit, ctx.who, ctx.now))
    // the status also cancels the letter that asks for a comment (migration 0027)
    return change(ctx, visit, { status: 'waiting', completedBy: null, completedAt: null, heardAt: null })
  },

  'appointment.cancel': async ({ id, reason }, ctx) => {
    const visit = await load(id, ctx)
    refuseIf(whyNotCancel(visit, ctx.who, ctx.now, reason, await readSettings(ctx.db)))
    judge(visit, ctx.base, SEEN)
    const touched = await change(ctx, visit, {
      status: 'cancelled',
      cancelReason: reason?.trim() ?? null,
      cancelledBy: ctx.who.name,
      cancelledAt: new Date(ctx.now),
    })
    const payments = await cancelWithVisit(ctx.db, id, { by: ctx.who.name, at: ctx.now })
    await notify(ctx, visit, 'appointment_cancelled')
    return [...touched, ...payments]
  },

  'appointment.arrive': async ({ id }, ctx) => {
    const visit = await load(id, ctx)
    refuseIf(whyNotArrive(visit, ctx.who, ctx.now))
    judge(visit, ctx.base, SEEN)
    const { at, heardAt } = marked(ctx, visit, 'arrived')
    return change(ctx, visit, { arrivedAt: at, noShowAt: null, heardAt })
  },

  'appointment.unarrive': async ({ id }, ctx) => {
    const visit = await load(id, ctx)
    refuseIf(whyNotUnarrive(visit, ctx.who, ctx.now))
    return change(ctx, visit, { arrivedAt: null, heardAt: null })
  },

  'appointment.noShow': async ({ id }, ctx) => {
    const visit = await load(id, ctx)
    refuseIf(whyNotNoShow(visit, ctx.who, ctx.now))
    judge(visit, ctx.base, SEEN)
    const { at, heardAt } = marked(ctx, visit, 'no-show')
    return change(ctx, visit, { noShowAt: at, heardAt })
  },

  'appointment.confirm': async ({ id }, ctx) => {
    const visit = await load(id, ctx)
    refuseIf(whyNotConfirm(visit, ctx.who, ctx.now))
    judge(visit, ctx.base, SEEN)
    if (visit.confirmedAt) return [{ table: 'appointment', id }]
    const { at } = marked(ctx, visit, 'confirmed')
    return change(ctx, visit, { confirmedAt: at, confirmedBy: ctx.who.name })
  },

  'appointment.unconfirm': async ({ id }, ctx) => {
    const visit = await load(id, ctx)
    refuseIf(whyNotConfirm(visit, ctx.who, ctx.now))
    return change(ctx, visit, { confirmedAt: null, confirmedBy: null })
  },

  'appointment.completeMany': async ({ ids }, ctx) => {
    const refused: { id: string; refused: MessageCode }[] = []
    for (const id of [...new Set(ids)].toSorted()) {
      const visit = await lockVisit(ctx.db, id)
      const why = visit ? whyNotComplete(visit, ctx.who, ctx.now) : 'appointment_not_found'
      if (visit && !why) await completeVisit(ctx, visit)
      else refused.push({ id, refused: why ?? 'appointment_not_found' })
    }
    const left = new Set(refused.map((each) => each.id))
    const appointments: Appointment[] = await readRows(
      ctx.db,
      'appointment',
      ids.filter((id) => !left.has(id)),
    )
    return { status: true, appointments, refused }
  },
}

/** The visit, locked until the end of the transaction; an invisible one does not exist. */
async function load(id: string, { db }: Pick<Ctx<'appointment.update'>, 'db'>): Promise<Visit> {
  const visit = await lockVisit(db, id)
  if (!visit) throw new Refused('appointment_not_found')
  return visit
}
