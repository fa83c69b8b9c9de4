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

type WithSync = ServiceWorkerRegistration & { readonly sync?: { readonly register: (tag: string) => Promise<void> } }
