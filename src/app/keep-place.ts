type History = {
  readonly subscribe: (hear: (change: { location: Place; action: { type: string } }) => void) => () => void
}
type Place = { readonly state: { readonly __TSR_index?: number } }
type Router = {
  readonly history: History & { readonly location: Place }
  readonly subscribe: (event: 'onRendered', hear: () => void) => () => void
}

/**
 * Going back shows a list where it was left. The router scrolls at once, while the rows are still being read: the page
 * is short then, and it lands at the top. So this tries again until the page is long enough, for at most five seconds,
 * and never against the person: a touch, a key or the wheel ends it. Places are stored by their step in the history,
 * which a filter that rewrites the address does not change.
 */
export function keepPlace({ history, subscribe }: Router): void {
  const places = new Map<number, number>()
  let place = indexOf(history.location)
  let sought: { readonly y: number; readonly until: number; readonly restedAt: number } | null = null

  addEventListener('scroll', () => void (sought ?? places.set(place, scrollY)), { passive: true })
  for (const act of ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const)
    addEventListener(act, () => void (sought = null), { passive: true, capture: true })

  history.subscribe(({ location, action }) => {
    place = indexOf(location)
    if (action.type === 'PUSH') for (const index of places.keys()) if (index >= place) places.delete(index)
    const y = places.get(place)
    const goes = action.type === 'BACK' || action.type === 'FORWARD' || action.type === 'GO'
    if (action.type !== 'REPLACE')
      sought = goes && y ? { y, until: performance.now() + SEEK_MS, restedAt: Infinity } : null
  })
  subscribe('onRendered', () => requestAnimationFrame(seek))

  function seek() {
    if (!sought) return
    const { y, until, restedAt } = sought
    const reach = document.documentElement.scrollHeight - innerHeight
    if (reach >= y && scrollY !== y) {
      scrollTo({ top: y, behavior: 'instant' })
      // figures and notes that appear above move the page; each move restarts the settling time
      sought = { y, until, restedAt: performance.now() + SETTLE_MS }
    }
    if (performance.now() < Math.min(until, restedAt)) return void requestAnimationFrame(seek)
    sought = null
    places.set(place, scrollY)
  }
}

const SEEK_MS = 5000
const SETTLE_MS = 1500

const indexOf = ({ state }: Place) => state.__TSR_index ?? 0
