import type { Workbox } from 'workbox-window'

let waiting: Workbox | null = null
const hearing = new Set<() => void>()

/** Registers the worker that lets the app open offline. A new version waits until the person takes it (rule 92). */
export function registerWorker() {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  // after the page is there: nobody waits for the worker to sign in
  addEventListener('load', () => void register())
  if (document.readyState === 'complete') void register()
}

async function register() {
  const { Workbox } = await import('workbox-window')
  const workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', () => {
    waiting = workbox
    for (const hear of hearing) hear()
  })
  await workbox.register()
}

/** Whether a new version waits; for `useSyncExternalStore`. */
export const hasUpdate = () => waiting !== null
export function onUpdate(hear: () => void): () => void {
  hearing.add(hear)
  return () => hearing.delete(hear)
}

/** Lets the new version take over, then loads the page anew. Only ever on a person's word: a form may be open. */
export function takeUpdate() {
  waiting?.addEventListener('controlling', () => location.reload())
  waiting?.messageSkipWaiting()
}

/** Looks for a new version and takes it as soon as it is there; without a worker the page is loaded anew. On a person's word. */
export async function fetchUpdate() {
  if (waiting) return takeUpdate()
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return location.reload()
  onUpdate(takeUpdate)
  await registration.update().catch(() => {})
}
