/**
 * Runs what a start can do once its first screen is painted, such as calling the server or cleaning up, since all of
 * that shares one thread with what the person waits for. Runs at once if a screen has been shown; returns a function
 * that cancels it.
 */
export function afterFirstScreen(act: () => void): () => void {
  if (isShown) act()
  else waiting.add(act)
  return () => void waiting.delete(act)
}

/**
 * Reports that the first screen is drawn. What waits begins a frame later, when it is visible, or soon if nothing is
 * painted, as in a hidden tab.
 */
export function tellFirstScreen(): void {
  if (isShown) return
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)))
  setTimeout(begin, HIDDEN_MS)
}

/** Whether the waiting work has begun: a first screen has been painted, or none came in time. */
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
