import { DoctorFinder } from '../doctor/doctor-finder.tsx'
import { DoctorPicker, PlaceField } from '../doctor/doctor-picker.tsx'
import { useDevice } from '../../screen/device.ts'
import { BookAnyDoctor } from './book-any-doctor.tsx'
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
    return (
      <>
        <DoctorPicker id="book-doctor" value={value} onChange={onChange} error={error} />
        {person.type !== 'doctor' && value.clinicId && <BookAnyDoctor clinicId={value.clinicId} onChange={onChange} />}
      </>
    )
  }
  return (
    <>
      <DoctorFinder
        id="book-doctor"
        value={doctorId}
        error={error}
        onChange={(next) => onChange({ doctorId: next })}
        onTake={({ doctorId: next, slot }) =>
          onChange({ doctorId: next, clinicId: slot.clinicId, type: slot.type, slot })
        }
      />
      {doctorId && <PlaceField value={{ doctorId, clinicId }} onChange={onChange} />}
    </>
  )
}
