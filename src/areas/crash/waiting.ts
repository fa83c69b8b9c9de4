/** The browser's cache that faults wait in; it is there only while some do. */
export const CRASHES = 'bedside-crashes'

/** Whether any do: who has none loads nothing to tell them with. */
export const hasCrashes = async (): Promise<boolean> => typeof caches !== 'undefined' && caches.has(CRASHES)
