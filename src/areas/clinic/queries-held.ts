import { useLiveQuery } from 'dexie-react-hooks'
import { useDevice } from '../../screen/device.ts'
import { areClinicsHere, wantedClinics } from '../../sync/clinics.ts'
import { clinicsHeld } from './held-clinics.rules.ts'
import { useClinics } from './queries.ts'

/**
 * The public clinics whose records this admin's device holds, how many there are, and whether all their records have
 * arrived; undefined while that is read.
 */
export function useClinicsHeld() {
  const { db } = useDevice()
  const clinics = useClinics()
  const chosen = useLiveQuery(async () => ({ ids: await wantedClinics(db), isHere: await areClinicsHere(db) }), [db])
  return clinics && chosen && { ...clinicsHeld([...clinics.values()], chosen.ids), isHere: chosen.isHere }
}
