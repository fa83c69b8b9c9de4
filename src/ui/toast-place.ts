/** A rectangle in the window, in CSS px. */
export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
export type Size = { readonly width: number; readonly height: number }

/**
 * Where a toast covers nothing that can be pressed: the place nearest to its corner (SPEC §9: top right; on a phone at
 * the bottom, above the bar), or the one that covers least if there is none. A toast over a button would take the next
 * press of a fast worker.
 */
export function freePlace(
  { width, height }: Size,
  taken: readonly Box[],
  area: Box,
  from: 'top' | 'bottom',
): { readonly left: number; readonly top: number; readonly covered: number } {
  const most = { left: Math.max(area.left, area.right - width), top: Math.max(area.top, area.bottom - height) }
  const begin = from === 'top' ? { left: most.left, top: area.top } : most
  const places = steps(area.left, most.left, STEP_X).flatMap((left) =>
    steps(area.top, most.top, STEP_Y).map((top) => ({
      left,
      top,
      away: Math.abs(left - begin.left) + Math.abs(top - begin.top),
    })),
  )
  let best = { ...begin, covered: Infinity }
  for (const { left, top } of places.toSorted((a, b) => a.away - b.away)) {
    const covered = coveredBy({ left, top, right: left + width, bottom: top + height }, taken, best.covered)
    if (covered < best.covered) best = { left, top, covered }
    if (covered === 0) break
  }
  return best
}

/** The area of the boxes under this one, in px²; stops counting once it exceeds `enough`. */
export function coveredBy(box: Box, taken: readonly Box[], enough = Infinity): number {
  let area = 0
  for (const each of taken) {
    const width = Math.min(box.right, each.right) - Math.max(box.left, each.left) + GAP
    const height = Math.min(box.bottom, each.bottom) - Math.max(box.top, each.top) + GAP
    if (width > 0 && height > 0) area += width * height
    if (area >= enough) return area
  }
  return area
}

/** The numbers from one end to the other, both included. */
const steps = (from: number, to: number, by: number) => [
  ...Array.from({ length: Math.ceil((to - from) / by) }, (_, n) => from + n * by),
  to,
]

/** The gap between a toast and what can be pressed, in px. */
const GAP = 8
/** The step width of the search for places, in px. */
const STEP_X = 24
const STEP_Y = 8
