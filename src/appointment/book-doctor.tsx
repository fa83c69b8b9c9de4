import { DoctorFinder } from '../doctor/doctor-finder.tsx'
import { DoctorPicker, PlaceField } from '../doctor/doctor-picker.tsx'
import { useDevice } from '../shell/device.tsx'
import type { Booking } from './booking.ts'

/** With whom and where: staff pick from their own, patients look for one. */
export function BookDoctor({
  booking: { doctorId, clinicId: asked },
  clinicId,
  error,
  onChange,
}: {
  booking: Booking
  clinicId: string | null
  error: string | null
  onChange: (part: Partial<Booking>) => void
}) {
  const { person } = useDevice()
  if (person.type !== 'patient') {
    const value = { doctorId, clinicId: person.type === 'admin' ? asked : clinicId }
    return <DoctorPicker id="book-doctor" value={value} onChange={onChange} error={error} />
  }
  return (
    <>
      <DoctorFinder id="book-doctor" value={doctorId} error={error} onChange={(next) => onChange({ doctorId: next })} />
      {doctorId && <PlaceField value={{ doctorId, clinicId }} onChange={onChange} />}
    </>
  )
}
