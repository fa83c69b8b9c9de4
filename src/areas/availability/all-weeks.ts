import { isOn, spanOn } from '../../../contract/availability/availability.rules.ts'
import { addDays } from '../../../contract/kernel/time.ts'
import type { ShownBusy, ShownHours } from './queries.ts'

/** One day in the overview of a doctor's week: the hours, and whether all of them are closed. */
export type DayOfWeek = {
  readonly date: number
  readonly hours: readonly ShownHours[]
  readonly isClosed: boolean
}

type Closed = Pick<ShownBusy, 'start' | 'end' | 'clinicId'>

/** Seven days from `monday` (YYYYMMDD) of one doctor's active hours; `closed` are the times kept free of visits. */
export function weekOf(hours: readonly ShownHours[], closed: readonly Closed[], monday: number): readonly DayOfWeek[] {
  const active = hours.filter(({ status }) => status === 'active')
  return Array.from({ length: 7 }, (_, n) => {
    const date = addDays(monday, n)
    const held = active.filter((each) => isOn(each, date)).toSorted((a, b) => a.startTime - b.startTime)
    return { date, hours: held, isClosed: held.length > 0 && held.every((each) => isClosedOn(each, date, closed)) }
  })
}

function isClosedOn(hours: ShownHours, date: number, closed: readonly Closed[]) {
  const span = spanOn(hours, date, hours.zone)
  if (span === null) return false
  return closed.some(
    (time) =>
      (!time.clinicId || time.clinicId === hours.clinicId) &&
      Date.parse(time.start) <= span.start &&
      Date.parse(time.end) >= span.end,
  )
}
