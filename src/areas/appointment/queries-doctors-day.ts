import { keepSame } from '../../db/keep-same.ts'
import { dayBounds } from '../../../contract/kernel/time.ts'
import { rowsIn } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import { useShared } from '../../db/shared-query.ts'
import { useDevice } from '../../screen/device.ts'
import { closedByClinics } from '../closure/queries.ts'
import type { ShownBusy, ShownHours } from '../availability/queries.ts'
import { EARLY_MS } from './doctors-day.ts'
import type { ShownVisit } from './queries.ts'

/** Whose hours and closed times touch a day, and the visits of the evening before that reach into it. */
type AroundDay = {
  readonly hours: readonly ShownHours[]
  readonly busy: readonly ShownBusy[]
  readonly early: readonly ShownVisit[]
}

/**
 * What the columns of a day need beside the day's own visits, of one doctor or of all. Read by the start and by the doctor; hours are a few hundred
 * rows in all. Undefined while it is read.
 */
export function useAroundDay(day: number, zone: string, doctorId: string | undefined): AroundDay | undefined {
  const { db } = useDevice()
  return useShared(db, {
    name: `around day ${zone} ${day} ${doctorId ?? ''}`,
    ask: async (): Promise<AroundDay> => {
      const { from, to } = dayBounds(day, zone)
      const first = new Date(from).toISOString()
      const last = new Date(to).toISOString()
      const isTheirs = (row: Readonly<Record<string, unknown>>) => !doctorId || row['doctorId'] === doctorId
      const hours = rowsIn(db, 'availability')
      const [held, busy, early, closures] = await Promise.all([
        doctorId ? hours.where('doctorId').equals(doctorId).toArray() : hours.toArray(),
        rowsIn(db, 'busy')
          .where('start')
          .below(last)
          .filter((row) => isTheirs(row) && String(row['end']) > first)
          .toArray(),
        rowsIn(db, 'appointment')
          .where('start')
          .between(new Date(from - EARLY_MS).toISOString(), first, true, false)
          .filter((row) => isTheirs(row) && String(row['end']) > first && row['status'] !== 'cancelled')
          .toArray(),
        closedByClinics(db, first, last, doctorId),
      ])
      return {
        hours: held.map((row) => show('availability', row)),
        busy: [...busy.map((row) => show('busy', row)), ...closures],
        early: early.map((row) => show('appointment', row)),
      }
    },
  })
}

/** Returns what it was given before wherever the new says the same, so that only the columns that changed are drawn. */
export function keeper<T>() {
  let before: T | undefined
  return (now: T): T => (before = before === undefined ? now : keepSame(before, now))
}
