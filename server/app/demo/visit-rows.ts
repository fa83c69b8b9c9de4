import { shareOf } from '../../../contract/appointment/appointment.rules.ts'
import type { DemoPayment, Fate } from './fate.ts'
import { demoId } from './ids.ts'
import type { DemoDoctor, DemoPatient } from './people.ts'
import type { Draw } from './random.ts'
import type { DemoSlot } from './slots.ts'
import { TEXTS } from './texts.ts'

export type VisitRow = ReturnType<typeof visitRow>
export type PaymentRow = ReturnType<typeof paymentRow>

type Facts = {
  readonly n: number
  readonly doctor: DemoDoctor
  readonly patient: DemoPatient
  readonly slot: DemoSlot
  readonly fate: Fate
  readonly bookedAt: number
  readonly payment: DemoPayment | 'later' | 'none'
  readonly now: number
  /** The user at the clinic's desk. */
  readonly desk: string
  readonly draw: Draw
}

/** A visit as a row of `appointment`, with what its ending left: marks, authors, times, notes (rules 21, 25–33). */
export function visitRow({ n, doctor, patient, slot, fate, bookedAt, payment, now, desk, draw }: Facts) {
  const { hours, start, end } = slot
  const { clinic, price } = hours
  const texts = TEXTS[clinic.lang]
  const bookedBy = draw.weighted({ desk: 45, patient: patient.hasMail ? 45 : 0, doctor: 10 })
  const id = demoId('appointment', n)
  const latest = (at: number) => Math.min(at, now - MINUTE)

  const came = fate === 'completed' ? draw.chance(0.8) : fate === 'arrived' || (fate === 'left' && draw.chance(0.5))
  const arrivedAt = came ? latest(start - draw.between(1, 18) * MINUTE) : null
  const completedAt = fate === 'completed' ? latest(end + draw.between(-3, 12) * MINUTE) : null
  const noShowAt = fate === 'no-show' ? latest(start + draw.between(16, 45) * MINUTE) : null
  const cancelledAt =
    fate === 'cancelled' ? Math.floor(bookedAt + (Math.min(start, now) - bookedAt) * (0.1 + 0.85 * draw.next())) : null
  const byPatient = cancelledAt !== null && cancelledAt < start - DAY && draw.chance(0.6) // rule 27
  const reason = byPatient
    ? draw.chance(0.6)
      ? draw.pick(texts.patientReasons)
      : null
    : draw.pick(texts.cancelReasons)

  const paid = typeof payment === 'object' ? payment : null
  const settled =
    completedAt !== null && paid?.status === 'completed' && completedAt < now - 14 * DAY && draw.chance(0.7) // rule 34
  const touchedAt = Math.max(bookedAt, arrivedAt ?? 0, completedAt ?? 0, noShowAt ?? 0, cancelledAt ?? 0)
  const people = { desk, patient: patient.name, doctor: doctor.name }
  return {
    id,
    clinic_id: clinic.id,
    doctor_id: doctor.id,
    patient_id: patient.id,
    patient_name: patient.name,
    availability_id: hours.id,
    starts_at: iso(start),
    ends_at: iso(end),
    zone: clinic.zone,
    type: hours.type === 'online' ? 'online' : 'face-to-face',
    price,
    currency: clinic.currency,
    ...shareOf(price, doctor.commission),
    earn_status: settled ? 'completed' : 'waiting',
    status: fate === 'completed' || fate === 'cancelled' ? fate : 'waiting',
    cancel_reason: cancelledAt === null ? null : reason,
    cancelled_by: cancelledAt === null ? null : byPatient ? patient.name : draw.chance(0.3) ? doctor.name : desk,
    cancelled_at: iso(cancelledAt),
    completed_by: completedAt === null ? null : doctor.name,
    completed_at: iso(completedAt),
    arrived_at: iso(arrivedAt),
    no_show_at: iso(noShowAt),
    patient_note: draw.chance(0.18) ? draw.pick(texts.patientNotes) : null,
    note: draw.chance(0.14) ? draw.pick(texts.staffNotes) : null,
    meeting_link: hours.type === 'online' ? `https://meet.demo.bedside.test/${clinic.slug}-${n.toString(36)}` : null,
    payment_status: paid?.status ?? (payment === 'later' ? 'waiting' : 'none'),
    payment_type: paid?.type ?? null,
    moves: bookedBy === 'patient' && draw.chance(0.05) ? 1 : 0,
    created_at: iso(bookedAt),
    created_by: people[bookedBy],
    updated_at: iso(touchedAt),
    updated_by: touchedAt === bookedAt ? people[bookedBy] : byPatient ? patient.name : completedAt ? doctor.name : desk,
  }
}

/**
 * The payment of a visit; `reference` is only for transfers, `house` the private clinic it belongs to. A payment from a
 * wallet uses credit given by the clinic or the platform's admins; in a private clinic always by the clinic.
 */
export function paymentRow(
  n: number,
  visit: VisitRow,
  payment: DemoPayment,
  reference: () => string,
  bank: string,
  house: string | null,
) {
  const giver = house ?? (n % 2 ? visit.clinic_id : null)
  const transfer = payment.type === 'bank_transfer'
  // approved, or some of those that wait for approval: the patient asks for a refund to the source
  const refundRequested =
    payment.refund === 'approved' || (payment.refund === 'pending' && payment.type !== 'wallet' && n % 3 === 0)
  return {
    id: demoId('payment', n),
    appointment_id: visit.id,
    patient_id: visit.patient_id,
    patient_name: visit.patient_name,
    doctor_id: visit.doctor_id,
    clinic_id: visit.clinic_id,
    visit_at: visit.starts_at,
    zone: visit.zone,
    type: payment.type,
    status: payment.status,
    refund_status: payment.refund,
    // approved and not yet refunded: on its way back to the source (rule 39)
    refund_to: payment.refund === 'none' ? null : refundRequested ? 'source' : 'wallet',
    refund_asked_at: refundRequested ? visit.cancelled_at : null,
    refund_iban: refundRequested && transfer ? EXAMPLE_IBAN : null,
    refunded_at: payment.refund === 'refunded' ? visit.cancelled_at : null,
    cancelled_at: payment.status === 'cancelled' ? visit.cancelled_at : null,
    amount: visit.price,
    wallet_amount: payment.type === 'wallet' ? visit.price : 0,
    wallet_given: payment.type === 'wallet' && giver ? visit.price : 0,
    wallet_house: payment.type === 'wallet' ? giver : null,
    wallet_patient: payment.type === 'wallet' ? visit.patient_id : null,
    currency: visit.currency,
    commission: visit.commission,
    earn: visit.earn,
    earn_status: visit.earn_status,
    top_up: false,
    at_desk: payment.type === 'cash',
    link_id: null,
    // the request is invented, so it has no author (rule 45)
    asked_at: iso(payment.addedAt),
    bank_id: transfer ? bank : null,
    reference: transfer ? reference() : null,
    pay_by: payment.payBy,
    added_at: iso(payment.addedAt),
    paid_at: iso(payment.paidAt),
  }
}

/** The registry's example IBAN, which belongs to no one. */
const EXAMPLE_IBAN = 'TR330006100519786457841326'

/** References of a clinic's transfers: its slug and six letters without look-alikes, none twice (rule 18). */
export function referenceBook() {
  const usedNumbers = new Map<string, number>()
  return (slug: string) => {
    const n = (usedNumbers.get(slug) ?? 0) + 1
    usedNumbers.set(slug, n)
    // the factor shares no divisor with 20, so the scattered numbers stay different
    let rest = (n * 7_654_321) % LETTERS.length ** 6
    let letters = ''
    for (let i = 0; i < 6; i++) {
      letters += LETTERS[rest % LETTERS.length]
      rest = Math.floor(rest / LETTERS.length)
    }
    return `${slug}-${letters}`.toUpperCase()
  }
}

/** As in a real booking (server/areas/appointment/book.ts). */
const LETTERS = 'ACDEFGHJKMNPQRTUVWXY'

const MINUTE = 60_000
const DAY = 86_400_000

function iso<T extends number | null>(at: T) {
  // null stays null, a number becomes text
  return (at === null ? null : new Date(at).toISOString()) as T extends number ? string : null
}
