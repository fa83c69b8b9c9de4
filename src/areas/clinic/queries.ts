import { useLiveQuery } from 'dexie-react-hooks'
import { clinicCalls, type ListedClinic } from '../../../contract/clinic/clinic.ts'
import { call } from '../../api/call.ts'
import { rowsIn, type Database } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useShared, type Question } from '../../db/shared-query.ts'
import { useDevice } from '../../screen/device.ts'
import { useAnswer } from '../../screen/use-answer.ts'

/** The clinics on this device. */
export function useClinics(): ReadonlyMap<string, Shown<'clinic'>> | undefined {
  const { db } = useDevice()
  return useShared(db, allClinics(db))
}

/** One clinic; undefined while it is read, null if this device does not hold it. */
export function useClinic(id: string | null): Shown<'clinic'> | null | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const stored = id ? await rowsIn(db, 'clinic').get(id) : undefined
    return stored ? show('clinic', stored) : null
  }, [db, id])
}

/** The number of doctors of each clinic on this device; an admin's device has none of private clinics. */
export function useDoctorCounts(): ReadonlyMap<string, number> | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const counts = new Map<string, number>()
    for (const stored of await rowsIn(db, 'doctor').toArray())
      for (const id of show('doctor', stored).clinicIds) counts.set(id, (counts.get(id) ?? 0) + 1)
    return counts
  }, [db])
}

/**
 * The number of patients of each clinic, from the server, since an admin's device holds none. Empty until it answers.
 */
export function usePatientCounts(): ReadonlyMap<string, number> {
  const { value } = useAnswer(() => call(clinicCalls['clinic.list'], { limit: 1000 }), 'clinic counts')
  const clinics: readonly ListedClinic[] = value?.clinics ?? []
  return new Map(clinics.flatMap(({ id, patients }) => (typeof patients === 'number' ? [[id, patients] as const] : [])))
}

export const allClinics = (db: Database): Question<ReadonlyMap<string, Shown<'clinic'>>> => ({
  name: 'clinics',
  ask: async () => new Map((await rowsIn(db, 'clinic').toArray()).map((stored) => [stored.id, show('clinic', stored)])),
})
