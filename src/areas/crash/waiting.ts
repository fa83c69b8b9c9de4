/** The browser's cache in which errors wait; it exists only while some do. */
export const CRASHES = 'bedside-crashes'

/** Whether any wait; if none do, the code to report them is not loaded. */
export const hasCrashes = async (): Promise<boolean> => typeof caches !== 'undefined' && caches.has(CRASHES)
