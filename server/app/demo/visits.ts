import { transferDeadline } from '../../../contract/appointment/appointment.rules.ts'
import { bankFor } from './banks.ts'
import { drawBooked, drawFate, drawPayment, type DemoPayment, type Fate } from './fate.ts'
import type { Hours } from './hours.ts'
import type { DemoDoctor, DemoPatient, People } from './people.ts'
import type { Plan } from './plan.ts'
import { drawFrom } from './random.ts'
import { calendar, slotsByTurn, waitingRoom, type DemoSlot } from './slots.ts'
import { paymentRow, referenceBook, visitRow, type PaymentRow, type VisitRow } from './visit-rows.ts'

export type Booked = { readonly visit: VisitRow; readonly payment: PaymentRow | null }

/**
 * Books for one doctor per call, on real slots of their hours, never two at once for doctor or patient; fewer than
 * asked only if the hours are full. Between calls it remembers patients' times and transfer references.
 */
export function bookingDesk(plan: Plan, people: People) {
  const patientFor = waitingRoom(plan, people.patientsOf)
  const nextReference = referenceBook()

  return (doctor: DemoDoctor, hours: readonly Hours[], count: number): Booked[] => {
    const draw = drawFrom(40_000_000 + doctor.n)
    const booked: Booked[] = []
    const { isFree, take } = calendar()
    const open = hours.filter(({ active }) => active || !doctor.active)
    const slots = slotsByTurn(open, plan, draw).filter(({ end }) => doctor.active || end < plan.now - 3 * DAY)

    for (const { slot, ...wish } of wishes(doctor, slots, plan, people)) if (isFree(slot)) book(slot, wish)
    for (const slot of slots) {
      if (booked.length >= count) break
      if (!isFree(slot)) continue
      const visit = book(slot, {})
      // the time of a cancelled visit is free again, and sometimes booked by another patient
      if (visit?.status === 'cancelled' && booked.length < count && draw.chance(0.3))
        book(slot, { fate: slot.end < plan.now ? 'completed' : 'waiting' })
    }
    return booked

    function book(slot: DemoSlot, wish: Wish): VisitRow | null {
      const patient = wish.patient ?? patientFor(doctor.place, slot, draw)
      if (!patient) return null
      take(slot)
      const n = doctor.n * 10_000 + booked.length + 1
      const fate = wish.fate ?? drawFate(slot, plan.now, draw)
      const bookedAt = drawBooked(slot, plan.now, draw, wish.transfer)
      const drawn = drawPayment(fate, slot, bookedAt, plan.now, draw)
      const payment = wish.transfer ? transferDue(slot, bookedAt) : drawn
      const { id, index, slug, currency, private: hidden } = slot.hours.clinic
      const visit = visitRow({
        n,
        doctor,
        patient,
        slot,
        fate,
        bookedAt,
        payment,
        now: plan.now,
        desk: people.desks[index]!,
        draw,
      })
      const paid =
        typeof payment === 'object'
          ? paymentRow(n, visit, payment, () => nextReference(slug), bankFor(currency), hidden ? id : null)
          : null
      booked.push({ visit, payment: paid })
      return visit
    }
  }
}

type Wish = { readonly patient?: DemoPatient; readonly fate?: Fate; readonly transfer?: true }

const DAY = 86_400_000
const MINUTE = 60_000

/**
 * Visits that the people who sign in must find: for the doctor a full day today and tomorrow, for the patient visits
 * with two doctors.
 */
function wishes(
  doctor: DemoDoctor,
  slots: readonly DemoSlot[],
  { now }: Plan,
  { patientsOf }: People,
): (Wish & { slot: DemoSlot })[] {
  const clinic = doctor.clinics[0]!
  const patient = patientsOf[clinic.index]![0]!
  const meetings = !clinic.cast ? [] : doctor.place === 0 ? WITH_CAST_DOCTOR : doctor.place === 3 ? WITH_ANOTHER : []
  const own = meetings.flatMap(({ day, ...wish }) => {
    const slot = slots
      .filter((each) => each.day >= day && Math.sign(each.day) === Math.sign(day))
      .toSorted((a, b) => a.day - b.day)[0]
    return slot ? [{ slot, patient, ...wish }] : []
  })
  if (!clinic.cast || doctor.place > 0) return own
  const fullDay = (day: number) =>
    spread(
      slots.filter((slot) => slot.day === day),
      12 + (clinic.index % 3),
    ).map((slot) => ({ slot }))
  const due = fullDay(0).map((each) =>
    Math.abs(each.slot.start - now) < 25 * MINUTE ? { ...each, fate: 'arrived' as const } : each,
  )
  return [...own, ...due, ...fullDay(1)]
}

const WITH_CAST_DOCTOR = [
  { day: 2, fate: 'waiting' },
  { day: 9, fate: 'waiting', transfer: true },
  { day: 23, fate: 'waiting' },
  { day: -6, fate: 'completed' },
  { day: -17, fate: 'completed' },
  { day: -31, fate: 'cancelled' },
  { day: -40, fate: 'completed' },
] as const
const WITH_ANOTHER = [
  { day: 5, fate: 'waiting' },
  { day: 16, fate: 'waiting' },
  { day: -12, fate: 'completed' },
  { day: -25, fate: 'no-show' },
] as const

/** The first `count` slots, in order, that do not overlap. */
function spread(slots: readonly DemoSlot[], count: number) {
  const chosen: DemoSlot[] = []
  for (const slot of slots) {
    if (chosen.length < count && chosen.every((other) => other.start >= slot.end || slot.start >= other.end))
      chosen.push(slot)
  }
  return chosen
}

const transferDue = ({ start }: DemoSlot, bookedAt: number): DemoPayment => {
  return {
    type: 'bank_transfer',
    status: 'waiting',
    refund: 'none',
    addedAt: bookedAt,
    paidAt: null,
    payBy: transferDeadline(new Date(start).toISOString(), bookedAt),
  }
}
