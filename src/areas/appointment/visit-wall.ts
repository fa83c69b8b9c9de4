import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { wallOf, type Wall } from '../../../contract/kernel/time.ts'
import { formatOffset } from '../../../contract/kernel/when.ts'
import { formatWallDate, formatWallTime, viewerZone } from '../../i18n/format.ts'

/** A visit's start on the wall it is read by; `other` is the same start on the other side's wall where that differs (rule 3). */
export type VisitWall = Wall & { readonly zone: string; readonly label: string; readonly other: VisitWall | null }

/**
 * Rule 3, of one visit that stands alone: face to face in the clinic's time, online in the reader's. Where the two walls differ, both are
 * known, each with its distance from UTC ("GMT+3").
 */
export const wallOfVisit = ({ start, zone, type }: Timed, viewer = viewerZone()): VisitWall =>
  type === 'online' ? wallOn(start, viewer, zone) : wallOn(start, zone, viewer)

/**
 * Of a visit in a list or on a board: the clinic's time, whatever its type, so that a column of times stands on one clock and grows from
 * row to row; the reader's beside it where it differs (decision 0133).
 */
export const wallInList = ({ start, zone }: Omit<Timed, 'type'>, viewer = viewerZone()): VisitWall =>
  wallOn(start, zone, viewer)

/** Of a visit on a grid whose hours are `grid`'s: beside it the clinic's time where that differs, else the reader's. */
export function wallOnGrid({ start, zone }: Omit<Timed, 'type'>, grid: string, viewer = viewerZone()): VisitWall {
  const wall = wallOn(start, grid, zone)
  return wall.other ? wall : wallOn(start, grid, viewer)
}

/** The start of a visit of a list as a text, for options and search results: "18.11.2026 13:00", with both clocks where they differ. */
export function listedStart(visit: Omit<Timed, 'type'>, viewer = viewerZone()): string {
  const wall = wallInList(visit, viewer)
  const text = `${formatWallDate(wall.date)} ${formatWallTime(wall.time)}`
  return wall.other ? `${text} ${wall.label} (${otherOf(wall, wall.other)})` : text
}

/** The other wall in one text: "11:00 GMT+1", with its day where that is another. */
export const otherOf = ({ date }: Wall, other: VisitWall): string =>
  `${other.date === date ? '' : `${formatWallDate(other.date)} `}${formatWallTime(other.time)} ${other.label}`

type Timed = Pick<Appointment, 'start' | 'zone' | 'type'>

/** A start on the wall of `main`, and on that of `second` where it shows another day or hour. */
function wallOn(start: string, main: string, second: string): VisitWall {
  const instant = Date.parse(start)
  const at = (zone: string, other: VisitWall | null): VisitWall => ({
    ...wallOf(instant, zone),
    zone,
    label: formatOffset(instant, zone),
    other,
  })
  const own = at(main, null)
  const other = at(second, null)
  return own.date === other.date && own.time === other.time ? own : { ...own, other }
}
