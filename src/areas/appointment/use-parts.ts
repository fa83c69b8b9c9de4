import { usePlaces } from '../doctor/use-places.ts'
import { useDevice } from '../../screen/device.ts'
import type { Booking, Part } from './booking.ts'

/** The parts of the form for this person: patients do not choose a patient; doctors do not choose a doctor. */
export function useParts({ doctorId }: Booking): readonly Part[] {
  const { person } = useDevice()
  const places = usePlaces(doctorId)
  // payment, summary and button are one step, which saves a press and puts the terms next to the money
  if (person.type === 'patient') return ['doctor', 'time', 'payment']
  if (person.type === 'doctor' && places.length < 2) return ['patient', 'time', 'payment', 'review']
  return ['patient', 'doctor', 'time', 'payment', 'review']
}

/** Whether the initial booking already answers this part. */
export function isAnswered(part: Part, { doctorId, slot }: Booking): boolean {
  return part === 'doctor' ? doctorId !== null : part === 'time' && slot !== null
}
