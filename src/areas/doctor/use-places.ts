import { useClinics } from '../clinic/queries.ts'
import { useDoctors } from './queries.ts'

/** The active clinics of a doctor, as far as this device knows them. */
export function usePlaces(doctorId: string | null) {
  const clinics = useClinics()
  const doctor = useDoctors()?.get(doctorId ?? '')
  return (doctor?.clinicIds ?? []).flatMap((id) => {
    const clinic = clinics?.get(id)
    return clinic?.active ? [clinic] : []
  })
}
