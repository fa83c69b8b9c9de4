import { useClinics } from '../clinic/queries.ts'
import { useDoctors } from './queries.ts'

/** The clinics of a doctor that this device knows and that are open. */
export function usePlaces(doctorId: string | null) {
  const clinics = useClinics()
  const doctor = useDoctors()?.get(doctorId ?? '')
  return (doctor?.clinicIds ?? []).flatMap((id) => {
    const clinic = clinics?.get(id)
    return clinic?.active ? [clinic] : []
  })
}
