import { useLiveQuery } from 'dexie-react-hooks'
import { LONGEST_VISIT_MINUTES } from '../../../contract/kernel/constants.ts'
import { rowsIn } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'
import { closedByClinics } from '../closure/queries.ts'
import type { CalendarWindow } from './layers.ts'
import type { CalendarState } from './state.ts'

/**
 * A doctor's visits, closed and imported times that touch the days, and the active hours, in one live read, with those
 * days; visits are ordered by start. Undefined during the first read. While other days are read it still returns the
 * previous ones, so that a page is drawn once, when it is complete.
 */
export function useCalendarWindow(doctorId: string, days: CalendarDays): CalendarRead | undefined {
  const { db } = useDevice()
  const { view, since: from, until: to, zone } = days
  return useLiveQuery(async () => {
    const first = new Date(from).toISOString()
    const last = new Date(to).toISOString()
    // a visit that began before the window may reach into it
    const early = new Date(from - LONGEST_VISIT_MS).toISOString()
    const [visits, busy, hours, closures] = await Promise.all([
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
      closedByClinics(db, first, last, doctorId),
    ])
    return {
      days,
      visits: visits.map((row) => show('appointment', row)).filter(({ end }) => end > first),
      busy: [...busy.map((row) => show('busy', row)), ...closures],
      hours: hours.map((row) => show('availability', row)).filter(({ status }) => status === 'active'),
    }
  }, [db, doctorId, view, from, to, zone])
}

/** The part of the calendar's state that says which days are drawn. */
export type CalendarDays = Pick<CalendarState, 'view' | 'day' | 'from' | 'to' | 'since' | 'until' | 'zone'>
/** What was read, and for which days. */
export type CalendarRead = CalendarWindow & { readonly days: CalendarDays }

const LONGEST_VISIT_MS = LONGEST_VISIT_MINUTES * 60_000
