import type { InferInput } from 'valibot'
import type { markCalls } from './appointment.marks.ts'
import type { meetingCalls } from './appointment.meeting.ts'
import type { priceCalls } from './appointment.price.ts'
import type { Payment } from '../payment/payment.ts'
import type { Appointment, appointmentCalls } from './appointment.ts'
import { marksAfterMove, transferDeadline } from './appointment.rules.ts'
import { DEFAULT_ZONE } from '../kernel/constants.ts'
import type { Effect, EffectsOf, Made } from '../kernel/effect.ts'
import { wallOf } from '../kernel/time.ts'

type Rows = { readonly appointment: Appointment; readonly payment: Payment }

/** What each queued change of a visit looks like on the device until the server answers. */
export const appointmentEffects: EffectsOf<
  typeof appointmentCalls & typeof markCalls & typeof meetingCalls & typeof priceCalls,
  Rows
> = {
  'appointment.book': {
    touches: (input) => [
      { table: 'appointment', id: input.id },
      ...(input.payWith === 'bank_transfer' ? [{ table: 'payment' as const, id: input.paymentId }] : []),
    ],
    apply: {
      appointment: (row, input, made) => row ?? tentative(input, made),
      payment: (row, input, { at, facts }) =>
        row ?? {
          id: input.paymentId,
          version: 1,
          appointmentId: input.id,
          patientId: input.patientId,
          patientName: facts.patientName ?? '',
          doctorId: input.doctorId,
          clinicId: input.clinicId,
          visitStart: input.start,
          zone: facts.zone ?? DEFAULT_ZONE,
          type: 'bank_transfer',
          status: 'waiting',
          refundStatus: 'none',
          refundTo: null,
          refundAskedAt: null,
          amount: facts.price ?? 0,
          walletAmount: 0,
          currency: facts.currency ?? 'try',
          bankId: input.bankId ?? null,
          reference: null,
          linkId: null,
          payBy: transferDeadline(input.start, Date.parse(at)),
          addedAt: at,
          paidAt: null,
          cancelledAt: null,
          refundedAt: null,
        },
    },
  },
  'appointment.update': change((row, { id: _, ...fields }) => ({ ...row, ...presentFields(fields) })),
  'appointment.complete': change((row, _, { at, by }) => ({
    ...row,
    status: 'completed',
    completedAt: at,
    completedBy: by,
    heardAt: null,
  })),
  'appointment.reopen': change((row) => ({
    ...row,
    status: 'waiting',
    completedAt: null,
    completedBy: null,
    heardAt: null,
  })),
  'appointment.cancel': change((row, { reason }, { at, by }) => ({
    ...row,
    status: 'cancelled',
    cancelReason: reason ?? null,
    cancelledAt: at,
    cancelledBy: by,
  })),
  'appointment.move': change((row, { start, duration, doctorId, overrides }) => ({
    ...row,
    ...marksAfterMove(row, start),
    duration,
    ...when(start, duration, row.zone),
    ...(doctorId && { doctorId }),
    ...((overrides ?? row.overrides) && { overrides: overrides ?? [] }),
  })),
  'appointment.arrive': change((row, _, { at }) => ({ ...row, arrivedAt: at, noShowAt: null, heardAt: null })),
  'appointment.unarrive': change((row) => ({ ...row, arrivedAt: null, heardAt: null })),
  'appointment.confirm': change((row, _, { at, by }) => ({
    ...row,
    ...(row.confirmedAt ? {} : { confirmedAt: at, confirmedBy: by }),
  })),
  'appointment.unconfirm': change((row) => ({ ...row, confirmedAt: null, confirmedBy: null })),
  'appointment.noShow': change((row, _, { at }) => ({ ...row, noShowAt: at, heardAt: null })),
}

/** A change of one visit. Without the visit on the device there is nothing to draw. */
function change<I extends { id: string }>(
  next: (row: Appointment, input: I, made: Made) => Appointment,
): Effect<I, Rows> {
  return {
    touches: ({ id }) => [{ table: 'appointment', id }],
    apply: {
      appointment: (row, input, made) => row && { ...next(row, input, made), updatedAt: made.at, updatedBy: made.by },
    },
  }
}

function tentative(
  input: InferInput<(typeof appointmentCalls)['appointment.book']['input']>,
  { at, by, facts }: Made,
): Appointment {
  const zone = facts.zone ?? DEFAULT_ZONE
  return {
    id: input.id,
    version: 1,
    clinicId: input.clinicId,
    doctorId: input.doctorId,
    patientId: input.patientId,
    patientName: facts.patientName ?? '',
    zone,
    duration: input.duration,
    ...when(input.start, input.duration, zone),
    type: input.type,
    ...(facts.visitType && { visitType: facts.visitType }),
    price: facts.price ?? 0,
    currency: facts.currency ?? 'try',
    status: 'waiting',
    cancelReason: null,
    cancelledBy: null,
    cancelledAt: null,
    completedBy: null,
    completedAt: null,
    // a walk-in has arrived
    arrivedAt: input.overrides?.includes('walk_in') ? at : null,
    noShowAt: null,
    ...(input.overrides && { overrides: input.overrides }),
    patientNote: input.patientNote ?? null,
    note: null,
    meetingLink: null,
    paymentStatus: 'waiting',
    paymentType: input.payWith === 'bank_transfer' ? 'bank_transfer' : null,
    moves: 0,
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
  }
}

const when = (start: string, minutes: number, zone: string) => ({
  start,
  end: new Date(Date.parse(start) + minutes * 60_000).toISOString(),
  ...wallOf(Date.parse(start), zone),
})

/** Only the fields that the edit contains; others stay as they are. */
const presentFields = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
