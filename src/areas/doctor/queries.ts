import { useLiveQuery } from 'dexie-react-hooks'
import { todayIn } from '../../../contract/kernel/time.ts'
import { rowsIn, type Database } from '../../db/database.ts'
import { show, type Shown as ShownRow } from '../../db/row.ts'
import { useShared, type Question } from '../../db/shared-query.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownDoctor = ShownRow<'doctor'>

/** All doctors on this device: few enough to keep in memory while a screen is open. */
export function useDoctors(): ReadonlyMap<string, ShownDoctor> | undefined {
  const { db } = useDevice()
  return useShared(db, allDoctors(db))
}

/** One doctor's card; null if this device does not have it, undefined while it is read. */
export function useDoctor(id: string): ShownDoctor | null | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const stored = await rowsIn(db, 'doctor').get(id)
    return stored ? show('doctor', stored) : null
  }, [db, id])
}

/** The specialties of doctors. */
export function useBranches(): ReadonlyMap<string, ShownRow<'branch'>> | undefined {
  const { db } = useDevice()
  return useShared(db, allBranches(db))
}

/** The doctors with open hours from today on, and those with online ones, as far as this device knows. */
export function useOpenHours():
  | { readonly any: ReadonlySet<string>; readonly online: ReadonlySet<string> }
  | undefined {
  const { db, zone, now } = useDevice()
  return useLiveQuery(async () => {
    const today = todayIn(zone, now())
    const open = (await rowsIn(db, 'availability').toArray())
      .map((stored) => show('availability', stored))
      .filter(({ status, endDate }) => status === 'active' && endDate >= today)
    return {
      any: new Set(open.map(({ doctorId }) => doctorId)),
      online: new Set(open.flatMap(({ type, doctorId }) => (type === 'online' ? [doctorId] : []))),
    }
  }, [db, zone])
}

export const allDoctors = (db: Database): Question<ReadonlyMap<string, ShownDoctor>> => ({
  name: 'doctors',
  ask: async () => new Map((await rowsIn(db, 'doctor').toArray()).map((stored) => [stored.id, show('doctor', stored)])),
})

export const allBranches = (db: Database): Question<ReadonlyMap<string, ShownRow<'branch'>>> => ({
  name: 'branches',
  ask: async () => new Map((await rowsIn(db, 'branch').toArray()).map((stored) => [stored.id, show('branch', stored)])),
})
