import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import {
  currency,
  dateInt,
  id,
  instant,
  listed,
  listOf,
  money,
  newRecordId,
  paging,
  requiredText,
  see,
  text,
  timeInt,
  version,
  visitMinutes,
} from '../kernel/fields.ts'
import { Payment } from '../payment/payment.ts'
import { BookedType, VISIT_TYPE_REFUSALS } from '../visittype/visittype.ts'
import { markInput } from './appointment.filters.ts'
import { CANCEL_REFUSALS, MOVE_REFUSALS } from './appointment.refusals.ts'
import { MOVE_OVERRIDES, OVERRIDES } from './appointment.overrides.ts'
import { APPOINTMENT_STATUSES, APPOINTMENT_TYPES } from './appointment.lists.ts'

/** A visit (SPEC §3). Times are UTC instants; `date` and `time` are the same start as wall time in `zone` (rule 2). */
export const Appointment = v.object({
  id,
  version,
  clinicId: v.nullable(id),
  doctorId: id,
  patientId: id,
  /** The patient's name as on the card. The database keeps it current, so that lists need no second table. */
  patientName: text(200),
  start: instant,
  end: instant,
  zone: text(64),
  date: dateInt,
  time: timeInt,
  /** Minutes. */
  duration: visitMinutes,
  type: v.picklist(APPOINTMENT_TYPES),
  /** The type that it was booked by, as it was then (decision 0159); null for the hours' own length and price. */
  visitType: v.optional(v.nullable(BookedType)),
  price: money,
  currency,
  commission: v.pipe(v.optional(money), see('admin', 'clinic')),
  earn: v.pipe(v.optional(money), see('admin', 'clinic', 'doctor')),
  earnStatus: v.pipe(v.optional(v.picklist(['waiting', 'completed'])), see('admin', 'clinic', 'doctor')),
  status: v.picklist(APPOINTMENT_STATUSES),
  /** Why and by whom it was cancelled; `cancelledBy` is a name. */
  cancelReason: v.nullable(text(500)),
  cancelledBy: v.nullable(text(200)),
  cancelledAt: v.nullable(instant),
  completedBy: v.nullable(text(200)),
  completedAt: v.nullable(instant),
  /**
   * Marks, not statuses (rule 25). `heardAt` is set where the server heard of the newest mark, or of the booking,
   * noticeably later (decision 0086).
   */
  arrivedAt: v.nullable(instant),
  noShowAt: v.nullable(instant),
  heardAt: v.optional(v.nullable(instant)),
  /** That the patient means to come, and who said so by name: the patient, or the desk that asked them (decision 0149). A new time asks again. */
  confirmedAt: v.optional(v.nullable(instant)),
  confirmedBy: v.optional(v.nullable(text(200))),
  /** What the patient shows the tablet at the clinic (rule 71): six digits, its own on that day; none online or without a clinic. */
  checkInCode: v.optional(v.nullable(text(6))),
  /**
   * The rules of times that it breaks with the consent of the desk or the doctor (decision 0138). Patients do not see
   * it.
   */
  overrides: v.pipe(v.optional(v.array(v.picklist(OVERRIDES))), see('admin', 'clinic', 'doctor')),
  patientNote: v.nullable(text(2000)),
  /** What staff of the visit tell each other. Neither the patient nor the platform's admins see it (RULES 13). */
  note: v.pipe(v.optional(v.nullable(text(4000))), see('clinic', 'doctor')),
  /** A web address. A patient gets it from `appointment.meeting` while the visit is open, and not before (rule 31). */
  meetingLink: v.pipe(v.optional(v.nullable(text(500))), see('admin', 'clinic', 'doctor')),
  paymentStatus: v.picklist(['none', 'waiting', 'completed', 'cancelled']),
  paymentType: v.nullable(v.picklist(['credit_card', 'bank_transfer', 'wallet', 'cash'])),
  /** How often the patient has moved it (rule 28). */
  moves: v.pipe(v.number(), v.integer()),
  createdAt: instant,
  createdBy: text(200),
  updatedAt: instant,
  updatedBy: text(200),
})
export type Appointment = v.InferOutput<typeof Appointment>

const appointmentReply = v.object({ status: v.literal(true), appointment: Appointment })
const booked = v.object({ status: v.literal(true), appointment: Appointment, payment: v.optional(Payment) })
const staff = ['admin', 'clinic', 'doctor'] as const
const everyone = ['admin', 'clinic', 'doctor', 'patient'] as const
const path = '/api/appointment/:id'

/** A free slot as the server offers it; price in minor units. */
export const Slot = v.object({
  start: instant,
  end: instant,
  availabilityId: id,
  clinicId: v.nullable(id),
  zone: text(64),
  type: v.picklist(APPOINTMENT_TYPES),
  price: money,
  currency,
  /** The day its hours began on, YYYYMMDD, if that was the day before. */
  since: v.optional(dateInt),
})
export type Slot = v.InferOutput<typeof Slot>

/** Why a booking may be refused, however it is paid. */
const bookingRefusals = [
  'id_taken',
  'slot_taken',
  'slot_past',
  'slot_outside',
  'slot_closed',
  'slot_too_soon',
  'slot_too_far',
  'doctor_passive',
  'doctor_not_found',
  'patient_not_found',
  'patient_overlap',
  'patient_twice',
  'transfer_too_late',
  'bank_required',
  'bank_not_found',
  ...VISIT_TYPE_REFUSALS,
] as const
/** What every booking contains, however it is paid. */
const booking = {
  id: newRecordId,
  /** The payment's id, chosen together with the visit's, so that a transfer has its row at once (rule 18). */
  paymentId: newRecordId,
  patientId: id,
  doctorId: id,
  clinicId: v.nullable(id),
  start: instant,
  /** The length the person saw, minutes. That of the type decides, or without one that of the availability. */
  duration: visitMinutes,
  type: v.picklist(APPOINTMENT_TYPES),
  /** The type of visit, whose length, price and buffers apply; absent: those of the hours. */
  visitTypeId: v.optional(id),
  bankId: v.optional(v.nullable(id)),
  patientNote: v.optional(v.nullable(text(2000))),
  /** Staff may book over a patient's other visit after a warning (rule 15). */
  overlapSeen: v.optional(v.boolean()),
  /**
   * For the clinic's staff and the doctor: the time is their own choice and may break these rules. Absent: the time is
   * one that is offered.
   */
  overrides: v.optional(listOf(v.picklist(OVERRIDES), OVERRIDES.length)),
}

/** What a person who ends or marks a visit saw of it: its time and its patient (rule 83). */
export const SEEN = ['start', 'patientId'] as const

export const appointmentCalls = {
  'appointment.list': {
    method: 'POST',
    path: '/api/appointment/list',
    roles: everyone,
    offline: 'cached',
    refusals: [],
    input: v.strictObject({
      ...paging,
      id: v.optional(id),
      /** First and last day, in each visit's own zone (rule 4). */
      from: v.optional(dateInt),
      to: v.optional(dateInt),
      status: v.optional(v.picklist(APPOINTMENT_STATUSES)),
      type: v.optional(v.picklist(APPOINTMENT_TYPES)),
      doctorId: v.optional(id),
      clinicId: v.optional(id),
      patientId: v.optional(id),
      /** Any of the doctor's branches. */
      branchId: v.optional(id),
      paymentStatus: v.optional(v.picklist(['none', 'waiting', 'completed', 'cancelled'])),
      /** Whether the doctor's share has been paid out. Has no effect for a patient, who does not see it. */
      earnStatus: v.optional(v.picklist(['waiting', 'completed'])),
      ...markInput,
      toClose: v.optional(v.boolean()),
      sort: v.optional(v.picklist(['start', '-start'])),
    }),
    reply: v.object({ ...listed, appointments: v.array(Appointment) }),
    reads: 'appointment',
    // for patients kept on a device, every hour
    repeats: true,
  },
  /** `bank/payment` creates an appointment (SPEC §7), to be paid by transfer or later; by card or from the wallet it is `appointment.bookPaid`. */
  'appointment.book': {
    method: 'POST',
    path: '/api/bank/payment',
    roles: everyone,
    offline: 'queue',
    refusals: bookingRefusals,
    input: v.strictObject({ ...booking, payWith: v.picklist(['bank_transfer', 'later']) }),
    reply: booked,
    writes: { table: 'appointment', needs: ['patientId', 'visitTypeId'], creates: true },
  },
  /**
   * The same, paid by card, or from the wallet as far as it goes (rule 42). `useWallet` takes what is there, and the
   * rest goes to the card or a transfer; with `wallet` alone it must cover all. A card payment has half an hour (rule
   * 17): `transaction.generate` with the payment's id gives its page. If the same patient books the same slot again,
   * the answer is the open booking and its open payment, never a second one (rule 19).
   */
  'appointment.bookPaid': {
    method: 'POST',
    path: '/api/bank/payment',
    action: 'bookPaid',
    means: [{ payWith: 'credit_card' }],
    roles: everyone,
    offline: 'online',
    refusals: [...bookingRefusals, 'balance_too_low', 'card_not_possible'],
    input: v.strictObject({
      ...booking,
      /** How the part that the wallet leaves is paid; absent: by card. */
      payWith: v.optional(v.picklist(['credit_card', 'bank_transfer', 'wallet'])),
      useWallet: v.optional(v.boolean()),
    }),
    reply: booked,
    writes: { table: 'appointment', needs: [] },
  },
  'appointment.update': {
    method: 'PUT',
    path,
    roles: everyone,
    offline: 'queue',
    refusals: ['appointment_not_found', 'already_cancelled', 'permission_denied'],
    input: v.strictObject({
      id,
      note: v.optional(v.nullable(text(4000))),
      patientNote: v.optional(v.nullable(text(2000))),
      meetingLink: v.optional(v.nullable(text(500))),
    }),
    reply: appointmentReply,
    writes: {
      table: 'appointment',
      needs: [],
      joins: true,
      coalesce: 'edit',
      sets: ['note', 'patientNote', 'meetingLink'],
    },
  },
  'appointment.cancel': {
    method: 'PUT',
    path,
    action: 'cancel',
    means: [{ status: 'cancelled' }],
    roles: everyone,
    offline: 'queue',
    refusals: ['appointment_not_found', ...CANCEL_REFUSALS, 'reason_required'],
    input: v.strictObject({ id, reason: v.optional(v.nullable(requiredText(500))) }),
    reply: booked,
    writes: { table: 'appointment', needs: [], rests: SEEN },
  },
  'appointment.move': {
    method: 'PUT',
    path,
    action: 'move',
    roles: everyone,
    offline: 'queue',
    refusals: ['appointment_not_found', ...MOVE_REFUSALS, 'patient_twice', 'doctor_not_found'],
    input: v.strictObject({
      id,
      start: instant,
      duration: visitMinutes,
      /** Another doctor of the same clinic, for its desk or an admin; absent: the doctor stays (decision 0131). */
      doctorId: v.optional(id),
      /** As for booking: a time of one's own choice, `duration` long. */
      overrides: v.optional(listOf(v.picklist(MOVE_OVERRIDES), MOVE_OVERRIDES.length)),
    }),
    reply: appointmentReply,
    writes: { table: 'appointment', needs: [], sets: ['start', 'duration', 'doctorId', 'overrides'] },
  },
  /**
   * The bulk form (SPEC §7, PUT appointment without id). Each visit is judged alone; `refused` names those that were
   * not completed.
   */
  'appointment.completeMany': {
    method: 'PUT',
    path: '/api/appointment',
    action: 'complete',
    roles: staff,
    offline: 'online',
    refusals: [],
    input: v.strictObject({ ids: listOf(id, 200, 1) }),
    reply: v.object({
      status: v.literal(true),
      appointments: v.array(Appointment),
      refused: v.array(v.object({ id, refused: text(40) })),
    }),
    writes: { table: 'appointment', needs: [] },
  },
} as const satisfies CallTable
