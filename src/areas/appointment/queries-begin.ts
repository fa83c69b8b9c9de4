import type { Slot } from '../../../contract/appointment/appointment.ts'
import { DEFAULT_ZONE } from '../../../contract/kernel/constants.ts'
import { addDays, todayIn } from '../../../contract/kernel/time.ts'
import { findPatient } from '../patient/queries.ts'
import type { Device } from '../../screen/device.ts'
import type { BookingSearch } from '../../screen/search.ts'
import { type Booking, EMPTY_BOOKING } from './booking.ts'
import { keptSlots } from '../availability/queries-kept-slots.ts'
import { fetchSlots } from './queries.ts'

/**
 * The initial booking: the person is known, the rest comes from the address as far as it is there ("book again", a free
 * hour of the day board).
 */
export async function beginBooking(device: Device, search: BookingSearch): Promise<Booking> {
  const { person, session } = device
  const { id, name, phone } = person
  const self = person.type === 'patient' ? { id, name, phone, birthDate: null } : null
  const doctorId = person.type === 'doctor' ? person.id : (search.doctor ?? null)
  const type = search.type ?? 'face-to-face'
  return {
    ...EMPTY_BOOKING,
    patient: self ?? (search.patient ? await findPatient(device, search.patient) : null),
    doctorId,
    clinicId: search.clinic ?? person.clinicId ?? session.clinicId,
    type,
    slot: search.start && doctorId ? await slotAt(device, doctorId, type, search.start) : null,
  }
}

async function slotAt(device: Device, doctor: string, type: Booking['type'], start: string): Promise<Slot | null> {
  const at = Date.parse(start)
  if (Number.isNaN(at)) return null
  const day = todayIn(DEFAULT_ZONE, at)
  const input = {
    doctor,
    start: String(addDays(day, -1)),
    end: String(addDays(day, 1)),
    type: type === 'online' ? ('online' as const) : ('physical' as const),
  }
  const kept = await keptSlots(device.db, input, device.now())
  const offeredSlot = kept?.free.find((slot) => Date.parse(slot.start) === at)
  if (offeredSlot) return offeredSlot
  const known = await fetchSlots(device, input)
  return known.kind === 'known' ? (known.slots.find((slot) => Date.parse(slot.start) === at) ?? null) : null
}
