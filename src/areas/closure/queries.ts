import { useLiveQuery } from 'dexie-react-hooks'
import { closedTimeOf } from '../../../contract/closure/closure.rules.ts'
import { rowsIn, type Database } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownClosure = Shown<'closure'>

/** The closures on this device that have not ended by `from` and begin before `to` (ISO), by start. */
export function useClosures(from: string, to?: string): readonly ShownClosure[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(() => closuresBetween(db, from, to ?? '9999'), [db, from, to])
}

/** One closure; undefined while it is read, null if this device does not hold it. */
export function useClosure(id: string): ShownClosure | null | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const stored = await rowsIn(db, 'closure').get(id)
    return stored ? show('closure', stored) : null
  }, [db, id])
}

/**
 * What closures mean for a doctor, or for all whom this device knows: closed times of each of a clinic's doctors, between
 * two ISO instants.
 */
export async function closedByClinics(
  db: Database,
  from: string,
  to: string,
  doctorId?: string,
): Promise<Shown<'busy'>[]> {
  const closures = await closuresBetween(db, from, to)
  // most days have none, and then no doctor is read
  if (closures.length === 0) return []
  const doctors = rowsIn(db, 'doctor')
  const stored = doctorId ? await doctors.bulkGet([doctorId]) : await doctors.toArray()
  return stored.flatMap((row) => {
    if (!row) return []
    const { id, clinicIds } = show('doctor', row)
    return closures
      .filter(({ clinicId }) => clinicIds.includes(clinicId))
      .map((closure) => ({ ...closedTimeOf(closure, id), pending: closure.pending }))
  })
}

async function closuresBetween(db: Database, from: string, to: string): Promise<ShownClosure[]> {
  const rows = await rowsIn(db, 'closure')
    .where('start')
    .below(to)
    .filter((row) => String(row['end']) > from)
    .toArray()
  return rows.map((row) => show('closure', row))
}
