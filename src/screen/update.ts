import type { Workbox } from 'workbox-window'
import { hasUnsaved } from './unsaved.ts'

/**
 * The state of a new version (rule 92). `ready`: it waits. `unsaved-here`, `unsaved-elsewhere`: it was requested, but
 * this page or another tab has unsaved input. `taking`: current sends finish first. `taken`: another tab has installed
 * it, and this page, which has unsaved input, still runs the old one.
 */
export type Update = 'none' | 'ready' | 'unsaved-here' | 'unsaved-elsewhere' | 'taking' | 'taken'

/** Registers the worker that lets the app open offline. A new version waits until the person installs it (rule 92). */
export function registerWorker() {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  // after the page has loaded: signing in does not wait for the worker
  addEventListener('load', () => void register())
  if (document.readyState === 'complete') void register()
  answerOthers()
  const before = navigator.serviceWorker.controller
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    // the very first worker replaces none
    if (!before) return
    // all tabs use one version; a tab with unsaved input still finds its own parts here (src/sw/shell.ts)
    if (hasUnsaved()) become('taken')
    else void afterSending().then(() => location.reload())
  })
}

async function register() {
  const { Workbox } = await import('workbox-window')
  let latest: Workbox | null = null
  const install = async (tries: number) => {
    const workbox = new Workbox('/sw.js')
    latest = workbox
    workbox.addEventListener('waiting', () => {
      waiting = workbox
      become('ready')
    })
    // its download failed and the browser has dropped it: a later one may succeed
    workbox.addEventListener('redundant', () => void again(tries))
    // or it could not start on an unstable connection
    await workbox.register().catch(() => again(tries))
  }
  const again = async (tries: number) => {
    const wait = INSTALL_WAITS_MS[tries]
    if (wait === undefined || (await navigator.serviceWorker.getRegistration())?.active) return
    setTimeout(() => void install(tries + 1), wait)
  }
  await install(0)
  // a browser checks for updates only when a page loads, and this one may stay open for days
  setInterval(() => void latest?.update().catch(() => undefined), LOOK_MS)
}

/** For `useSyncExternalStore`. */
export const readUpdate = (): Update => update
export function onUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Lets the new version take over; then every tab reloads. Only at a person's request, and not while any tab has unsaved
 * input.
 */
export async function takeUpdate(): Promise<void> {
  if (update === 'taken') return hasUnsaved() ? undefined : location.reload()
  if (hasUnsaved()) return become('unsaved-here')
  if (await isHeldElsewhere()) return become('unsaved-elsewhere')
  become('taking')
  await afterSending()
  waiting?.messageSkipWaiting()
}

/**
 * Looks for a new version and installs it as soon as it is there; without a worker it reloads the page. At a person's
 * request.
 */
export async function fetchUpdate() {
  if (waiting) return takeUpdate()
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return location.reload()
  const stop = onUpdate(() => {
    stop()
    void takeUpdate()
  })
  await registration.update().catch(() => {})
}

let waiting: Workbox | null = null
let update: Update = 'none'
const listeners = new Set<() => void>()

function become(next: Update) {
  update = next
  for (const listener of listeners) listener()
}

/** Resolves once no tab is sending; rounds hold their person's lock (src/sync/cycle.ts). */
async function afterSending(): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  const names = held.flatMap(({ name }) => (name?.startsWith('bedside-sync-') ? [name] : []))
  for (const name of names) await navigator.locks.request(name, () => undefined)
}

/** Asks the other tabs for unsaved input; one that sleeps does not answer, and checks for itself when it wakes. */
async function isHeldElsewhere(): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL)
  const answer = new Promise<boolean>((resolve) => {
    channel.onmessage = ({ data }) => data === 'unsaved' && resolve(true)
    setTimeout(resolve, ANSWER_MS, false)
  })
  channel.postMessage('may I?')
  const isHeld = await answer
  channel.close()
  return isHeld
}

function answerOthers() {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }) => {
    if (data === 'may I?' && hasUnsaved()) channel.postMessage('unsaved')
  }
}

const CHANNEL = 'bedside-update'
const ANSWER_MS = 300
const LOOK_MS = 60 * 60_000
const INSTALL_WAITS_MS = [10_000, 60_000, 10 * 60_000]
