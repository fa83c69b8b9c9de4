/** For `useSyncExternalStore`: how often the frame's screens have been asked to begin anew. */
export const readDrawn = (): number => drawn
export function onDrawAnew(hear: () => void): () => void {
  hearing.add(hear)
  return () => hearing.delete(hear)
}

/** Everything inside the frame begins anew, with the page, its database and its key as they are. Whatever is typed there and not kept is lost. */
export function drawAnew() {
  drawn += 1
  for (const hear of hearing) hear()
}

let drawn = 0
const hearing = new Set<() => void>()
