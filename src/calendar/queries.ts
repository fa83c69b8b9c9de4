import { useLiveQuery } from 'dexie-react-hooks'
import { rowsIn } from '../db/database.ts'
import { show } from '../db/row.ts'
import { useDevice } from '../shell/device.tsx'
import type { CalendarWindow } from './layers.ts'

/**
 * A doctor's visits, closed and imported times that touch a window, and the active hours, in one live read. `from` and `to` are
 * epoch ms, `to` excluded; visits come in the order of their start. Undefined while it is read.
 */
export function useCalendarWindow(doctorId: string, from: number, to: number): CalendarWindow | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const first = new Date(from).toISOString()
    const last = new Date(to).toISOString()
    // a visit that began before the window may reach into it
    const early = new Date(from - LONGEST_VISIT_MS).toISOString()
    const [visits, busy, hours] = await Promise.all([
      rowsIn(db, 'appointment')
        .where('[doctorId+start]')
        .between([doctorId, early], [doctorId, last], true, false)
        .toArray(),
      rowsIn(db, 'busy')
        .where('start')
        .below(last)
        .filter((row) => row['doctorId'] === doctorId && String(row['end']) > first)
        .toArray(),
      rowsIn(db, 'availability').where('doctorId').equals(doctorId).toArray(),
    ])
    return {
      visits: visits.map((row) => show('appointment', row)).filter(({ end }) => end > first),
      busy: busy.map((row) => show('busy', row)),
      hours: hours.map((row) => show('availability', row)).filter(({ status }) => status === 'active'),
    }
  }, [db, doctorId, from, to])
}

/** The contract's longest visit (480 minutes). */
const LONGEST_VISIT_MS = 480 * 60_000
