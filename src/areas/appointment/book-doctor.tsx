import { DoctorFinder } from '../doctor/doctor-finder.tsx'
import { DoctorPicker, PlaceField } from '../doctor/doctor-picker.tsx'
import { useDevice } from '../../screen/device.ts'
import { BookAnyDoctor } from './book-any-doctor.tsx'
import type { Booking } from './booking.ts'
import type { Earliest } from './queries-earliest.ts'

/** Chooses doctor and clinic: staff choose among their own, patients search. */
export function BookDoctor({
  booking,
  clinicId,
  error,
  onChange,
  onTaken,
}: {
  booking: Booking
  clinicId: string | null
  error: string | null
  onChange: (part: Partial<Booking>) => void
  /** Called if doctor and time were chosen with one press. */
  onTaken: () => void
}) {
  const { doctorId, clinicId: requestedClinic } = booking
  const { person } = useDevice()
  const take = ({ doctorId: next, slot }: Earliest) => {
    onChange({ doctorId: next, clinicId: slot.clinicId, type: slot.type, slot })
    onTaken()
  }
  if (person.type !== 'patient') {
    const value = { doctorId, clinicId: person.type === 'admin' ? requestedClinic : clinicId }
    return (
      <>
        <DoctorPicker id="book-doctor" value={value} onChange={onChange} error={error} />
        {person.type !== 'doctor' && value.clinicId && (
          <BookAnyDoctor
            key={`${doctorId} ${booking.slot?.start}`}
            clinicId={value.clinicId}
            booking={booking}
            onTake={take}
          />
        )}
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
        onTake={take}
      />
      {doctorId && <PlaceField value={{ doctorId, clinicId }} onChange={onChange} />}
    </>
  )
}
