import { addDays, dayBounds, daysBetween, instantOf, wallOf } from '../../../contract/kernel/time.ts'

/*
 * The grid's own clock. FullCalendar is told that the zone is UTC and is given walls as if they were of it: with a zone of its own it asks
 * Intl for every event of every drawing, which took the larger part of a month and of each step of a drag.
 */

/** The wall of `zone` at an instant (epoch ms), as the grid takes it. */
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

/** The instant (epoch ms) of a date of the grid: of a repeated wall time the first, of one that the clocks skip the one an hour on (rule 5). */
export function instantOfMarker(marker: Date, zone: string): number {
  const wall = { date: dayOfMarker(marker), time: marker.getUTCHours() * 100 + marker.getUTCMinutes() }
  return instantOf(wall, zone) ?? instantOf({ ...wall, time: wall.time + 100 }, zone) ?? marker.getTime()
}

/** The wall day of an ISO instant, for many of them within a page: between two midnights it is a comparison of texts, not a question to Intl. */
export function dayFinder(from: number, to: number, zone: string): (iso: string) => number {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n))
  const begins = days.map((day) => new Date(dayBounds(day, zone).from).toISOString())
  const end = new Date(dayBounds(to, zone).to).toISOString()
  return (iso) => {
    const n = iso < end ? begins.findLastIndex((begin) => begin <= iso) : -1
    return days[n] ?? wallOf(Date.parse(iso), zone).date
  }
}
