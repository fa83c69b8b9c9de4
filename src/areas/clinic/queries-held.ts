import { useLiveQuery } from 'dexie-react-hooks'
import { useDevice } from '../../screen/device.ts'
import { wantedClinics } from '../../sync/clinics.ts'
import { clinicsHeld } from './held-clinics.rules.ts'
import { useClinics } from './queries.ts'

/** The public clinics of which this admin's device holds the records, by name, and how many there are; undefined while that is read. */
export function useClinicsHeld() {
  const { db } = useDevice()
  const clinics = useClinics()
  const chosen = useLiveQuery(() => wantedClinics(db), [db])
  return clinics && chosen && clinicsHeld([...clinics.values()], chosen)
}
