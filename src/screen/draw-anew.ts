/** How often the frame's screens have been restarted, for `useSyncExternalStore`. */
export const readDrawn = (): number => drawn
export function onDrawAnew(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Restarts everything inside the frame, without the page, its database and its key. Unsaved input without a draft is
 * lost.
 */
export function drawAnew() {
  drawn += 1
  for (const listener of listeners) listener()
}

let drawn = 0
const listeners = new Set<() => void>()
