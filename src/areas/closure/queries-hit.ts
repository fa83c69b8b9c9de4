import { useLiveQuery } from 'dexie-react-hooks'
import { isOpen } from '../../../contract/appointment/appointment.rules.ts'
import { closuresAt } from '../../../contract/closure/closure.rules.ts'
import { LONGEST_VISIT_MINUTES } from '../../../contract/kernel/constants.ts'
import { rowsIn } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

type Closed = { readonly id: string; readonly clinicId: string; readonly start: string; readonly end: string }

/**
 * How many open appointments that are not over fall into each of these closures, saved or not, by its id; undefined while
 * they are counted. It counts what this device holds.
 */
export function useHits(closures: readonly Closed[]): ReadonlyMap<string, number> | undefined {
  const { db, now } = useDevice()
  const wanted = JSON.stringify(closures.map(({ id, clinicId, start, end }) => [id, clinicId, start, end]))
  return useLiveQuery(async () => {
    const hits = new Map<string, number>()
    for (const [id, clinicId, start, end] of JSON.parse(wanted) as [string, string, string, string][]) {
      const early = new Date(Date.parse(start) - LONGEST_VISIT_MINUTES * 60_000).toISOString()
      const stored = await rowsIn(db, 'appointment').where('start').between(early, end).toArray()
      const visits = stored.map((row) => show('appointment', row))
      hits.set(
        id,
        visits.filter(
          (visit) =>
            isOpen(visit) && Date.parse(visit.end) > now() && closuresAt([{ clinicId, start, end }], visit).length > 0,
        ).length,
      )
    }
    return hits
  }, [db, wanted])
}
