import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { wallOf, type Wall } from '../../../contract/kernel/time.ts'
import { formatOffset } from '../../../contract/kernel/when.ts'
import { viewerZone } from '../../i18n/format.ts'

/** A visit's start on the wall it is read by; `other` is the same start on the other side's wall where that differs (rule 3). */
export type VisitWall = Wall & { readonly zone: string; readonly label: string; readonly other: VisitWall | null }

/**
 * Rule 3: face to face in the clinic's time, online in the reader's. Where the two walls differ, both are known, each with its
 * distance from UTC ("GMT+3").
 */
export function wallOfVisit(visit: Pick<Appointment, 'start' | 'zone' | 'type'>, viewer = viewerZone()): VisitWall {
  const start = Date.parse(visit.start)
  const at = (zone: string, other: VisitWall | null): VisitWall => ({
    ...wallOf(start, zone),
    zone,
    label: formatOffset(start, zone),
    other,
  })
  const [main, second] = visit.type === 'online' ? [viewer, visit.zone] : [visit.zone, viewer]
  const other = at(second, null)
  const own = at(main, null)
  return own.date === other.date && own.time === other.time ? own : { ...own, other }
}
