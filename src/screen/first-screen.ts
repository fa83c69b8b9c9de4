/**
 * What a start can do once its first screen is there: asking the server, tidying up. All of it shares the one thread with what the person
 * waits for. At once where a screen has been shown; answers the way to call it off.
 */
export function afterFirstScreen(act: () => void): () => void {
  if (isShown) act()
  else waiting.add(act)
  return () => void waiting.delete(act)
}

/** Says that the first screen is drawn; what waits begins a frame later, when it is seen, and soon where nothing is painted, in a hidden tab. */
export function tellFirstScreen(): void {
  if (isShown) return
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)))
  setTimeout(begin, HIDDEN_MS)
}

/** Whether what waits has begun: a first screen has been painted, or none came in time. */
export const isFirstScreenShown = (): boolean => isShown

let isShown = false
const waiting = new Set<() => void>()

function begin() {
  isShown = true
  for (const act of waiting) {
    waiting.delete(act)
    act()
  }
}

const HIDDEN_MS = 1000
// for a page without such a screen, or one whose first screen never comes
setTimeout(begin, 3000)
