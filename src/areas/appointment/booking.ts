import type { Appointment, Slot } from '../../../contract/appointment/appointment.ts'
import type { Override } from '../../../contract/appointment/appointment.overrides.ts'
import type { VisitType } from '../../../contract/visittype/visittype.ts'
import type { ChosenPatient } from '../patient/chosen-patient.ts'
import type { Way } from '../payment/wallet-for.ts'
import type { Repeat } from './series.ts'

/** What a person has entered so far; kept on the device as a draft until it is booked. */
export type Booking = {
  readonly patient: ChosenPatient | null
  readonly doctorId: string | null
  /** Null if not chosen: then the doctor's clinic of this host, or the only one, applies. */
  readonly clinicId: string | null
  readonly type: Appointment['type']
  /** The chosen type of visit; null or absent, as in older drafts: the hours' own length and price. */
  readonly visitType?: VisitType | null
  readonly slot: Slot | null
  /** The rules that a time of the desk's or the doctor's own choice breaks; absent in older drafts. */
  readonly overrides?: readonly Override[] | undefined
  readonly payWith: Way
  /** Pays from the wallet first, as far as it goes (rule 42); absent in older drafts. */
  readonly useWallet?: boolean
  readonly bankId: string | null
  readonly note: string
  /** Staff have read that the patient has another visit at that time, and book anyway (rule 15). */
  readonly overlapSeen: boolean
  /** Further visits at the same hour, booked by staff; absent in older drafts. */
  readonly repeat?: Repeat | null
}

export const EMPTY_BOOKING: Booking = {
  patient: null,
  doctorId: null,
  clinicId: null,
  type: 'face-to-face',
  visitType: null,
  slot: null,
  payWith: 'later',
  bankId: null,
  note: '',
  overlapSeen: false,
  repeat: null,
}

/**
 * Changes the booking and drops what no longer fits: a time belongs to one doctor, place, kind and type; a warning to one
 * time.
 */
export function withChange(booking: Booking, change: Partial<Booking>): Booking {
  const next = { ...booking, ...change }
  const sameKind =
    next.doctorId === booking.doctorId && next.clinicId === booking.clinicId && next.type === booking.type
  // a type of visit is one doctor's or one clinic's; a time that comes with its doctor is one of the hours' own
  const visitType = change.visitType !== undefined || sameKind ? (next.visitType ?? null) : null
  const sameTime = sameKind && visitType?.id === booking.visitType?.id
  const slot = sameTime || change.slot ? next.slot : null
  const sameWarning = slot?.start === booking.slot?.start && next.patient?.id === booking.patient?.id
  return {
    ...next,
    visitType,
    slot,
    // overrides belong to one time; another time starts without any
    overrides: change.slot === undefined ? (slot ? next.overrides : undefined) : change.overrides,
    overlapSeen: sameWarning && next.overlapSeen,
    // one wallet is set aside for one visit; repeat visits are booked one by one and paid later
    ...(next.repeat && { useWallet: false }),
    // a choice for a day belongs to the hour and the patient
    repeat: next.repeat && !change.overrides ? (sameWarning ? next.repeat : { ...next.repeat, choices: {} }) : null,
    bankId: slot?.currency === booking.slot?.currency ? next.bankId : null,
  }
}

/** The parts of the booking in the order of the form. */
export type Part = 'patient' | 'doctor' | 'time' | 'payment' | 'review'

/** How long a chosen time is. */
export const minutesOf = (slot: { readonly start: string; readonly end: string }) =>
  (Date.parse(slot.end) - Date.parse(slot.start)) / 60_000
