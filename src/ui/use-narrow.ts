import { useSyncExternalStore } from 'react'

/** Whether the window is a phone's: tables are cards, sheets come from below (LOOKS "Grid and breakpoints"). */
export const useNarrow = mediaHook('(max-width: 767px)')

/** Whether the window is as wide as a desk's: the sidebar is open and columns are next to each other. */
export const useDesk = mediaHook('(min-width: 1200px)')

function mediaHook(media: string): () => boolean {
  const query = matchMedia(media)
  const subscribe = (changed: () => void) => {
    query.addEventListener('change', changed)
    return () => query.removeEventListener('change', changed)
  }
  return () => useSyncExternalStore(subscribe, () => query.matches)
}
