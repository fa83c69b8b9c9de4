/** The browser's word to the worker that what waits may be sent now (Background Sync), also when no tab is open any more. */
export const QUEUE_TAG = 'bedside-queue'

/**
 * Asks the browser to wake the worker when there is a network. Where it cannot (Safari, Firefox, no worker) nothing is lost: the queue
 * goes when the app is opened next.
 */
export async function wakeWorkerLater(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as WithSync | undefined // not in TypeScript's DOM yet
  await registration?.sync?.register(QUEUE_TAG).catch(() => {})
}

/** The browser's word, now and then, that the day may be fetched anew while the app is closed (Periodic Background Sync). */
export const FRESH_TAG = 'bedside-fresh'

/**
 * Asks for it where the browser has it and the person has allowed it, which is by installing the app; false elsewhere: then the app fetches
 * when it is open. A browser decides itself how often.
 */
export async function refreshPeriodically(): Promise<boolean> {
  try {
    const name = 'periodic-background-sync' as PermissionName // not in TypeScript's DOM yet, nor in every browser's list
    if ((await navigator.permissions.query({ name })).state !== 'granted') return false
    const registration = (await navigator.serviceWorker?.getRegistration()) as WithSync | undefined
    if (!registration?.periodicSync) return false
    await registration.periodicSync.register(FRESH_TAG, { minInterval: HALF_A_DAY_MS })
    return true
  } catch {
    return false
  }
}

const HALF_A_DAY_MS = 12 * 60 * 60_000

type WithSync = ServiceWorkerRegistration & {
  readonly sync?: { readonly register: (tag: string) => Promise<void> }
  readonly periodicSync?: { readonly register: (tag: string, its: { minInterval: number }) => Promise<void> }
}
