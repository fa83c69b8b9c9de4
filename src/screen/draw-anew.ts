/** How often the frame's screens have been restarted, for `useSyncExternalStore`. */
export const readDrawn = (): number => drawn
export function onDrawAnew(hear: () => void): () => void {
  hearing.add(hear)
  return () => hearing.delete(hear)
}

/**
 * Restarts everything inside the frame, without the page, its database and its key. Unsaved input without a draft is
 * lost.
 */
export function drawAnew() {
  drawn += 1
  for (const hear of hearing) hear()
}

let drawn = 0
const hearing = new Set<() => void>()
