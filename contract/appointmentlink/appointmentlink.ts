import * as v from 'valibot'
import { Slot } from '../appointment/appointment.ts'
import { APPOINTMENT_STATUSES, APPOINTMENT_TYPES } from '../appointment/appointment.lists.ts'
import { CANCEL_REFUSALS, MOVE_REFUSALS } from '../appointment/appointment.refusals.ts'
import type { CallTable } from '../kernel/call.ts'
import {
  credential,
  currency,
  dateInt,
  id,
  instant,
  money,
  requiredText,
  text,
  visitMinutes,
} from '../kernel/fields.ts'

/**
 * Path of the address in a message about an appointment. The token follows `#`, so that no log ever holds it (decision
 * 0143).
 */
export const APPOINTMENT_LINK_PATH = '/a'

/** The token: the appointment, and the server's signature over it and the address it was sent to. */
const appointmentToken = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** Why a patient may not cancel, or not move. */
const whyNot = v.nullable(
  v.picklist(['already_completed', 'already_cancelled', 'cancel_window', 'arrived_already', 'move_limit']),
)

/**
 * What the holder of the address sees: what the message said, what has become of the appointment, and nothing of the
 * person (rule 66).
 */
export const LinkedAppointment = v.object({
  id,
  /** The caller is its patient, signed in: they have the record. */
  isOwn: v.boolean(),
  status: v.picklist(APPOINTMENT_STATUSES),
  version: v.pipe(v.number(), v.integer()),
  start: instant,
  end: instant,
  /** Minutes. */
  duration: visitMinutes,
  zone: text(64),
  type: v.picklist(APPOINTMENT_TYPES),
  doctorName: text(300),
  clinicName: v.nullable(text(200)),
  clinicPhone: v.nullable(text(24)),
  /** The clinic's address on one line, and its place on a map; null for a video appointment. */
  place: v.nullable(text(500)),
  way: v.nullable(text(2000)),
  checkInCode: v.nullable(text(6)),
  /** How many hours before its start it can last be cancelled and moved here (rules 27, 28). */
  cancelHours: v.pipe(v.number(), v.integer()),
  /** The patient has said that they come; null until then. */
  confirmedAt: v.nullable(instant),
  whyNotCancel: whyNot,
  whyNotMove: whyNot,
  /** When the room of a video appointment is open (rule 31); null at a clinic, and where there is no room. */
  meeting: v.nullable(v.object({ opensAt: instant, closesAt: instant })),
  /** What a card can pay for it; null if nothing is open. */
  toPay: v.nullable(v.object({ amount: money, currency })),
})
export type LinkedAppointment = v.InferOutput<typeof LinkedAppointment>

const path = '/api/appointmentlink'
const common = { method: 'POST', roles: 'anyone', offline: 'online', secret: 'token' } as const
const refusals = ['appointmentlink_not_found', 'appointmentlink_over'] as const
const token = appointmentToken
const linkedAppointmentReply = v.object({ status: v.literal(true), appointment: LinkedAppointment })

/**
 * One appointment, for whoever holds the address in its messages, without signing in (issue 35, 4). Reading changes
 * nothing, since mail scanners open addresses. Acts are done as the patient, by the patient's own rules, and the audit
 * log names the patient. The address ends with the appointment, and when the patient's contact changes.
 */
export const appointmentlinkCalls = {
  'appointmentlink.open': {
    ...common,
    path: `${path}/open`,
    refusals,
    input: v.strictObject({ token }),
    reply: linkedAppointmentReply,
  },
  /** Free times of the same doctor, for the seven days from `from`. */
  'appointmentlink.times': {
    ...common,
    path: `${path}/times`,
    refusals,
    input: v.strictObject({ token, from: dateInt }),
    reply: v.object({ status: v.literal(true), times: v.array(Slot) }),
  },
  'appointmentlink.move': {
    ...common,
    path: `${path}/move`,
    refusals: [...refusals, ...MOVE_REFUSALS],
    input: v.strictObject({ token, start: instant, duration: visitMinutes }),
    reply: linkedAppointmentReply,
  },
  'appointmentlink.cancel': {
    ...common,
    path: `${path}/cancel`,
    refusals: [...refusals, ...CANCEL_REFUSALS],
    input: v.strictObject({ token, reason: v.optional(requiredText(500)) }),
    reply: linkedAppointmentReply,
  },
  'appointmentlink.confirm': {
    ...common,
    path: `${path}/confirm`,
    refusals: [...refusals, 'already_completed', 'already_cancelled'],
    input: v.strictObject({ token }),
    reply: linkedAppointmentReply,
  },
  /** The room's address, and that its patient has come in. */
  'appointmentlink.join': {
    ...common,
    path: `${path}/join`,
    refusals: [...refusals, 'already_cancelled', 'meeting_none', 'meeting_early', 'meeting_over'],
    input: v.strictObject({ token }),
    reply: v.object({ status: v.literal(true), link: credential(500) }),
  },
  /** The provider's payment page, for the amount that was shown. */
  'appointmentlink.pay': {
    ...common,
    path: `${path}/pay`,
    refusals: [
      ...refusals,
      'already_cancelled',
      'already_paid',
      'amount_changed',
      'card_not_possible',
      'unknown_error',
    ],
    input: v.strictObject({ token, shown: v.strictObject({ amount: money, currency }) }),
    reply: v.object({ status: v.literal(true), paymentUrl: credential(2000) }),
  },
} as const satisfies CallTable
