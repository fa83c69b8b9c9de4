import type { Reply } from '../../../contract/calls.ts'
import { addDays } from '../../../contract/kernel/time.ts'
import { shapeOfVisit } from '../../../contract/visittype/visittype.rules.ts'
import { asPerson } from '../../db/transaction.ts'
import type { Area } from '../../http/handler.ts'
import { Refused } from '../../kernel/refused.ts'
import { readRows } from '../../db/rows.ts'
import { freeSlots } from '../availability/slots.ts'
import { asPatient } from './as-patient.ts'
import { holderOf } from './holder.ts'
import { shownTo } from './shown.ts'

/** Days per request. */
const DAYS = 7

/**
 * One appointment by the address in its messages (decision 0143). All work is done ahead: the row's own transaction has
 * no person, so everything runs as the patient, in transactions of its own.
 */
export const appointmentlinkHandlers: Area<'appointmentlink'> = {
  'appointmentlink.open': {
    ahead: async ({ token }, ctx) => {
      const appointment = await shownTo(ctx, await holderOf(ctx, token))
      return async () => ({ status: true, appointment })
    },
  },

  'appointmentlink.times': {
    ahead: async ({ token, from }, ctx) => {
      const { deps, now } = ctx
      const { visitId, patient } = await holderOf(ctx, token)
      const times = await asPerson(deps.requests, patient, async (db) => {
        const [visit] = await readRows(db, 'appointment', [visitId])
        if (!visit) throw new Refused('appointmentlink_not_found')
        const { doctorId, type, clinicId, duration } = visit
        const days = { from, to: addDays(from, DAYS - 1) }
        const shape = shapeOfVisit(visit)
        const chosen = shape && { ...shape, visitType: null }
        const query = { doctorId, ...days, who: patient, now, except: visitId, chosen }
        const free = await freeSlots(db, { ...query, type: type === 'online' ? 'online' : 'physical' })
        // a move stays at its clinic and keeps its length
        return free.filter(
          (slot) => slot.clinicId === clinicId && Date.parse(slot.end) - Date.parse(slot.start) === duration * 60_000,
        )
      })
      return async () => ({ status: true, times })
    },
  },

  'appointmentlink.move': {
    ahead: async ({ token, start, duration }, ctx) => {
      const holder = await holderOf(ctx, token)
      await asPatient(ctx, holder.patient, 'appointment.move', { id: holder.visitId, start, duration })
      const appointment = await shownTo(ctx, holder)
      return async () => ({ status: true, appointment })
    },
  },

  'appointmentlink.cancel': {
    ahead: async ({ token, reason }, ctx) => {
      const holder = await holderOf(ctx, token)
      await asPatient(ctx, holder.patient, 'appointment.cancel', { id: holder.visitId, ...(reason && { reason }) })
      const appointment = await shownTo(ctx, holder)
      return async () => ({ status: true, appointment })
    },
  },

  'appointmentlink.confirm': {
    ahead: async ({ token }, ctx) => {
      const holder = await holderOf(ctx, token)
      await asPatient(ctx, holder.patient, 'appointment.confirm', { id: holder.visitId })
      const appointment = await shownTo(ctx, holder)
      return async () => ({ status: true, appointment })
    },
  },

  'appointmentlink.join': {
    ahead: async ({ token }, ctx) => {
      const { visitId, patient } = await holderOf(ctx, token)
      await asPatient(ctx, patient, 'appointment.join', { id: visitId })
      const { meeting } = await asPatient<Reply<'appointment.meeting'>>(ctx, patient, 'appointment.meeting', {
        id: visitId,
      })
      if (!meeting.link) throw new Refused('meeting_none')
      const { link } = meeting
      return async () => ({ status: true, link })
    },
  },

  'appointmentlink.pay': {
    ahead: async ({ token, shown }, ctx) => {
      const holder = await holderOf(ctx, token)
      const { toPay, status } = await shownTo(ctx, holder)
      if (status === 'cancelled') throw new Refused('already_cancelled')
      if (toPay && (toPay.amount !== shown.amount || toPay.currency !== shown.currency))
        throw new Refused('amount_changed')
      const { paymentUrl } = await asPatient<Reply<'transaction.generate'>>(
        ctx,
        holder.patient,
        'transaction.generate',
        {
          appointmentId: holder.visitId,
        },
      )
      return async () => ({ status: true, paymentUrl })
    },
  },
}
