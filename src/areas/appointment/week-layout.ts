/** One visit's place in a day column: top and height as fractions of the column, its lane, and the number of lanes. */
export type Placed<V> = {
  readonly visit: V
  readonly top: number
  readonly height: number
  readonly lane: number
  readonly lanes: number
  /** The number of visits without a lane; above 0 the number is shown. */
  readonly beyond: number
}
/** Visits without a lane, at the time when the first of them begins. */
export type More = { readonly top: number; readonly count: number }

type Span = { readonly from: number; readonly to: number }

/**
 * Places overlapping visits of a day next to each other, in at most `most` lanes, and counts the rest. Times are
 * minutes of the day; `hours` are the minutes that the column shows.
 */
export function layDay<V extends Span>(
  visits: readonly V[],
  hours: Span,
  most: number,
): { placed: Placed<V>[]; more: More[] } {
  const placed: Placed<V>[] = []
  const more: More[] = []
  for (const cluster of clustersOf(visits)) {
    const ends: number[] = []
    const inLanes: { visit: V; lane: number }[] = []
    const beyond: V[] = []
    for (const visit of cluster) {
      const free = ends.findIndex((end) => end <= visit.from)
      const lane = free === -1 ? ends.length : free
      if (lane >= most) beyond.push(visit)
      else {
        ends[lane] = visit.to
        inLanes.push({ visit, lane })
      }
    }
    const at = (minute: number) => (minute - hours.from) / (hours.to - hours.from)
    for (const { visit, lane } of inLanes)
      placed.push({
        visit,
        lane,
        lanes: ends.length,
        beyond: beyond.length,
        top: at(visit.from),
        height: at(visit.to) - at(visit.from),
      })
    if (beyond[0]) more.push({ top: at(beyond[0].from), count: beyond.length })
  }
  return { placed, more }
}

/** The hours that a week shows: whole hours around all visits, at least from 9 to 17, in minutes. */
export function hoursOf(visits: readonly Span[]): Span {
  const from = Math.min(9 * 60, ...visits.map((visit) => visit.from))
  const to = Math.max(17 * 60, ...visits.map((visit) => visit.to))
  return { from: Math.floor(from / 60) * 60, to: Math.min(24 * 60, Math.ceil(to / 60) * 60) }
}

/** Groups of overlapping visits, in order of their start. */
function clustersOf<V extends Span>(visits: readonly V[]): V[][] {
  const clusters: V[][] = []
  let end = -1
  for (const visit of visits.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (visit.from >= end) clusters.push([])
    clusters.at(-1)?.push(visit)
    end = Math.max(end, visit.to)
  }
  return clusters
}
