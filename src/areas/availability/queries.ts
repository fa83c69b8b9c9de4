import { useLiveQuery } from 'dexie-react-hooks'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'
import { closedByClinics } from '../closure/queries.ts'

export type ShownHours = Shown<'availability'>
export type ShownBusy = Shown<'busy'>

/** All hours of a doctor on this device, active ones first, then by their first day and time. */
export function useHours(doctorId: string | null): ShownHours[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    if (!doctorId) return []
    const stored = await rowsIn(db, 'availability').where('doctorId').equals(doctorId).toArray()
    return stored
      .map((row) => show('availability', row))
      .toSorted(
        (a, b) =>
          a.status.localeCompare(b.status) ||
          a.startDate - b.startDate ||
          a.startTime - b.startTime ||
          (a.id < b.id ? -1 : 1),
      )
  }, [db, doctorId])
}

/** The doctor's taken time between two instants (epoch ms): visits that are not cancelled, and closed times, also the clinics'. */
export function useTaken(doctorId: string | null, from: number, to: number) {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    if (!doctorId) return { visits: [], busy: [] }
    const bounds = [new Date(from).toISOString(), new Date(to).toISOString()] as const
    const [visits, busy, closures] = await Promise.all([
      rowsIn(db, 'appointment')
        .where('[doctorId+start]')
        .between([doctorId, bounds[0]], [doctorId, bounds[1]])
        .toArray(),
      rowsIn(db, 'busy').where('doctorId').equals(doctorId).toArray(),
      closedByClinics(db, ...bounds, doctorId),
    ])
    return {
      visits: visits.map((row) => show('appointment', row)).filter(({ status }) => status !== 'cancelled'),
      busy: [
        ...busy.map((row) => show('busy', row)).filter(({ start, end }) => start < bounds[1] && end > bounds[0]),
        ...closures,
      ],
    }
  }, [db, doctorId, from, to])
}

/** A doctor's waiting visits from now on, to count what is booked in each of their hours. */
export function useAhead(doctorId: string | null) {
  const { db, now } = useDevice()
  return useLiveQuery(async () => {
    if (!doctorId) return []
    const stored = await rowsIn(db, 'appointment')
      .where('[doctorId+start]')
      .between([doctorId, new Date(now()).toISOString()], [doctorId, '9'])
      .toArray()
    return stored.map((row) => show('appointment', row)).filter(({ status }) => status === 'waiting')
  }, [db, doctorId])
}

/** Everyone's hours on this device, and the closed times between two instants (epoch ms), by doctor. */
export function useAllHours(from: number, to: number) {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const [first, last] = [new Date(from).toISOString(), new Date(to).toISOString()]
    const [hours, busy, closures] = await Promise.all([
      rowsIn(db, 'availability').toArray(),
      rowsIn(db, 'busy').toArray(),
      closedByClinics(db, first, last),
    ])
    return {
      hours: Map.groupBy(
        hours.map((row) => show('availability', row)),
        ({ doctorId }) => doctorId,
      ),
      busy: Map.groupBy(
        [...busy.map((row) => show('busy', row)).filter(({ start, end }) => start < last && end > first), ...closures],
        ({ doctorId }) => doctorId,
      ),
    }
  }, [db, from, to])
}
