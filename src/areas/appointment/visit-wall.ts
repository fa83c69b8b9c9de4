import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { wallOf, type Wall } from '../../../contract/kernel/time.ts'
import { formatOffset } from '../../../contract/kernel/when.ts'
import { formatWallDate, formatWallTime, viewerZone } from '../../i18n/format.ts'

/**
 * A visit's start in the zone it is shown in; `other` is the same start in the other side's zone, if that differs (rule
 * 3).
 */
export type VisitWall = Wall & { readonly zone: string; readonly label: string; readonly other: VisitWall | null }

/**
 * Rule 3, for a single visit: face to face in the clinic's zone, online in the reader's. If the two differ, both are
 * given, each with its offset from UTC ("GMT+3").
 */
export const wallOfVisit = ({ start, zone, type }: Timed, viewer = viewerZone()): VisitWall =>
  type === 'online' ? wallOn(start, viewer, zone) : wallOn(start, zone, viewer)

/**
 * For a visit in a list or on a board: in the clinic's zone whatever its type, so that a column of times uses one clock
 * and ascends; the reader's time next to it if it differs (decision 0133).
 */
export const wallInList = ({ start, zone }: Omit<Timed, 'type'>, viewer = viewerZone()): VisitWall =>
  wallOn(start, zone, viewer)

/** For a visit on a grid in zone `grid`: next to it the clinic's time if that differs, otherwise the reader's. */
export function wallOnGrid({ start, zone }: Omit<Timed, 'type'>, grid: string, viewer = viewerZone()): VisitWall {
  const wall = wallOn(start, grid, zone)
  return wall.other ? wall : wallOn(start, grid, viewer)
}

/**
 * The start of a listed visit as text, for options and search results: "18.11.2026 13:00", with both clocks if they
 * differ.
 */
export function listedStart(visit: Omit<Timed, 'type'>, viewer = viewerZone()): string {
  const wall = wallInList(visit, viewer)
  const text = `${formatWallDate(wall.date)} ${formatWallTime(wall.time)}`
  return wall.other ? `${text} ${wall.label} (${otherOf(wall, wall.other)})` : text
}

/** The other zone's time as text: "11:00 GMT+1", with its date if that differs. */
export const otherOf = ({ date }: Wall, other: VisitWall): string =>
  `${other.date === date ? '' : `${formatWallDate(other.date)} `}${formatWallTime(other.time)} ${other.label}`

type Timed = Pick<Appointment, 'start' | 'zone' | 'type'>

/** A start in the zone `main`, and in `second` if that shows another date or time. */
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
