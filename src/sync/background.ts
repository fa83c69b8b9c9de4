/** The browser's signal to the worker that waiting changes can be sent now (Background Sync), even with no tab open. */
export const QUEUE_TAG = 'bedside-queue'

/**
 * Asks the browser to wake the worker when there is a network. Where browsers cannot (Safari, Firefox, no worker)
 * nothing is lost: the queue is sent when the app is next opened.
 */
export async function wakeWorkerLater(): Promise<void> {
  const registration = (await navigator.serviceWorker?.getRegistration()) as WithSync | undefined // not in TypeScript's DOM yet
  await registration?.sync?.register(QUEUE_TAG).catch(() => {})
}

/** The browser's occasional signal that the day can be fetched while the app is closed (Periodic Background Sync). */
export const FRESH_TAG = 'bedside-fresh'

/**
 * Registers for it if the browser supports it and the person has allowed it by installing the app. Returns false
 * otherwise: then the app fetches when it is open. The browser decides how often.
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
