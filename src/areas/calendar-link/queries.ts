import { useLiveQuery } from 'dexie-react-hooks'
import { calendarCalls } from '../../../contract/calendar-link/calendar-link.ts'
import { call } from '../../api/call.ts'
import { rowsIn } from '../../db/database.ts'
import { show, type Shown } from '../../db/row.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { useDevice } from '../../screen/device.ts'

export type ShownLink = Shown<'calendar_link'>

/**
 * The doctor's connected calendars on this device: first those that need attention, then by when they were connected.
 */
export function useCalendarLinks(): ShownLink[] | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const stored = await rowsIn(db, 'calendar_link').toArray()
    return stored
      .map((row) => show('calendar_link', row))
      .toSorted((a, b) => ORDER[a.state] - ORDER[b.state] || a.createdAt.localeCompare(b.createdAt))
  }, [db])
}

const ORDER = { broken: 0, failing: 1, ok: 2 } as const

/** The address of the shared calendar; only with a network, since it is a secret that no device stores. */
export const useShare = () => useAnswer(() => call(calendarCalls['calendar.shared'], {}), 'calendar.share')
