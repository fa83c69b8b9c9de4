import { useLiveQuery } from 'dexie-react-hooks'
import { useDevice } from '../../screen/device.ts'
import { areClinicsHere, wantedClinics } from '../../sync/clinics.ts'
import { clinicsHeld } from './held-clinics.rules.ts'
import { useClinics } from './queries.ts'

/** The public clinics of which this admin's device holds the records, how many there are, and whether all of theirs has come; undefined while that is read. */
export function useClinicsHeld() {
  const { db } = useDevice()
  const clinics = useClinics()
  const chosen = useLiveQuery(async () => ({ ids: await wantedClinics(db), isHere: await areClinicsHere(db) }), [db])
  return clinics && chosen && { ...clinicsHeld([...clinics.values()], chosen.ids), isHere: chosen.isHere }
}
