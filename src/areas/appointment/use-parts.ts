import { usePlaces } from '../doctor/use-places.ts'
import { useDevice } from '../../screen/device.ts'
import type { Booking, Part } from './booking.ts'

/** The parts this person is asked for: patients book for themselves, doctors with themselves. */
export function useParts({ doctorId }: Booking): readonly Part[] {
  const { person } = useDevice()
  const places = usePlaces(doctorId)
  // how it is paid, all of it at a look and the button are one step: a press less, and the terms stand where the money does
  if (person.type === 'patient') return ['doctor', 'time', 'payment']
  if (person.type === 'doctor' && places.length < 2) return ['patient', 'time', 'payment', 'review']
  return ['patient', 'doctor', 'time', 'payment', 'review']
}

/** Whether a booking that begins so has this part already. */
export function isAnswered(part: Part, { doctorId, slot }: Booking): boolean {
  return part === 'doctor' ? doctorId !== null : part === 'time' && slot !== null
}
