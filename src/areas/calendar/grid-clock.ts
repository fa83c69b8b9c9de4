import { addDays, dayBounds, daysBetween, instantOf, wallOf } from '../../../contract/kernel/time.ts'

/* The grid's own clock. FullCalendar is told that the zone is UTC and gets wall times as if they were UTC. With a
   zone of its own it calls Intl for every event of every render, which took most of the time of a month and of each
   step of a drag. */

/** The wall time of `zone` at an instant (epoch ms), as the grid takes it. */
export function markerOf(instant: number, zone: string): Date {
  const { date, time } = wallOf(instant, zone)
  return new Date(
    Date.UTC(
      Math.floor(date / 10_000),
      (Math.floor(date / 100) % 100) - 1,
      date % 100,
      Math.floor(time / 100),
      time % 100,
    ),
  )
}

/** The wall day of a date of the grid, YYYYMMDD. */
export const dayOfMarker = (marker: Date) =>
  marker.getUTCFullYear() * 10_000 + (marker.getUTCMonth() + 1) * 100 + marker.getUTCDate()

/**
 * The instant (epoch ms) of a date of the grid: the first of a repeated wall time; for one that the clocks skip, an
 * hour later (rule 5).
 */
export function instantOfMarker(marker: Date, zone: string): number {
  const wall = { date: dayOfMarker(marker), time: marker.getUTCHours() * 100 + marker.getUTCMinutes() }
  return instantOf(wall, zone) ?? instantOf({ ...wall, time: wall.time + 100 }, zone) ?? marker.getTime()
}

/**
 * Finds the wall day of many ISO instants within a page: it compares texts with the midnights instead of calling Intl.
 */
export function dayFinder(from: number, to: number, zone: string): (iso: string) => number {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n))
  const begins = days.map((day) => new Date(dayBounds(day, zone).from).toISOString())
  const end = new Date(dayBounds(to, zone).to).toISOString()
  return (iso) => {
    const n = iso < end ? begins.findLastIndex((begin) => begin <= iso) : -1
    return days[n] ?? wallOf(Date.parse(iso), zone).date
  }
}
