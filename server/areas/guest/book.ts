import type { Language } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { asServer } from '../../db/owner.ts'
import type { Deps } from '../../http/handler.ts'
import type { Origin, Who } from '../../identity/who.ts'
import { network64 } from '../../kernel/network.ts'
import { Refused } from '../../kernel/refused.ts'
import { asPatient } from '../appointmentlink/as-patient.ts'
import { GUEST_MINUTES, isProved, releaseTime, type GuestBooking, type Typed } from './guest-booking.ts'
import { patientOf, type Legal } from './patient-of.ts'

type Needs = {
  readonly origin: Origin
  readonly lang: Language
  readonly legal: Legal
  /** Sentences for the doctor and the desk: who books, and a phone that is not on the card. */
  readonly notes: { readonly booker: (name: string) => string; readonly phone: (phone: string) => string }
  readonly isFree: boolean
}

/**
 * Books as the patient, by the call that every booking takes: the same rules, refusals, letters and audit line. The
 * time that the browser kept becomes the patient's for this moment, so that no one comes between.
 *
 * @throws Refused as `appointment.book` and `appointment.bookPaid`; `patient_exists`; `too_many_tries` after a contact's
 *   third booking of a day, and an address's sixth of one doctor
 */
export async function bookGuest(deps: Deps, booking: GuestBooking, { origin, lang, legal, notes, isFree }: Needs) {
  const now = deps.now()
  const { typed, proved } = booking.data
  if (booking.bookedAt) return
  if (!typed || !proved || !isProved(booking.data, now)) throw new Refused('unauthorized', {}, 403)
  const lanes = await deps.limits.take(
    ['booked', `guest ${proved.contact}`],
    ['bookedHere', `guest ${network64(origin.ip) ?? origin.ip} ${booking.doctorId}`],
  )
  try {
    const who = await patientOf(deps, typed, { ip: origin.ip, lang, legal })
    const note = [
      ...(typed.whom === 'other' ? [notes.booker(typed.booker)] : []),
      ...((await isOnCard(deps, who, typed.phone)) ? [] : [notes.phone(typed.phone)]),
    ].join('\n')
    await handHold(deps, booking, who, now)
    const wish = {
      id: booking.id,
      paymentId: newId(now),
      patientId: who.id,
      doctorId: booking.doctorId,
      clinicId: booking.clinicId,
      start: booking.start.toISOString(),
      duration: (booking.end.getTime() - booking.start.getTime()) / 60_000,
      type: booking.type,
      ...(booking.visitTypeId && { visitTypeId: booking.visitTypeId }),
      ...(note && { patientNote: note }),
    }
    const { call, input } = callOf(typed, isFree, wish)
    await asPatient({ deps, now, origin }, who, call, input)
  } catch (error) {
    await lanes.giveBack()
    throw error
  }
  await deps.pool.query(
    `update guest_booking set booked_at = $2, held_until = null, code_hash = null, code_until = null, data = '{}', expires_at = $3 where id = $1`,
    [booking.id, new Date(now), new Date(now + 2 * GUEST_MINUTES * 60_000)],
  )
}

function callOf({ pay }: Typed, isFree: boolean, wish: object) {
  if (isFree || pay === 'card')
    return { call: 'appointment.bookPaid' as const, input: { ...wish, ...(!isFree && { payWith: 'credit_card' }) } }
  const how = pay === 'later' ? { payWith: 'later' } : { payWith: 'bank_transfer', bankId: pay }
  return { call: 'appointment.book' as const, input: { ...wish, ...how } }
}

async function isOnCard({ pool }: Deps, { id }: Who, phone: string): Promise<boolean> {
  return (await pool.query('select from person where id = $1 and phone = $2', [id, phone])).rowCount === 1
}

/** The booking drops the patient's hold itself; one that is refused leaves it to end within a minute. */
async function handHold(deps: Deps, booking: GuestBooking, who: Who, now: number) {
  if (!booking.heldUntil || booking.heldUntil.getTime() <= now) return
  await asServer(deps.pool, async (db) => {
    await releaseTime(db, booking.id)
    await db.query(
      `insert into hold (person_id, doctor_id, during, expires_at, buffer_before, buffer_after)
       select $1, $2, tstzrange($3, $4, '[)'), $5, buffer_before, buffer_after from guest_booking where id = $6
        on conflict (person_id) do update set doctor_id = excluded.doctor_id, during = excluded.during, expires_at = excluded.expires_at,
          buffer_before = excluded.buffer_before, buffer_after = excluded.buffer_after`,
      [who.id, booking.doctorId, booking.start, booking.end, new Date(now + 60_000), booking.id],
    )
  })
}
