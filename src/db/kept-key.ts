import type { DeviceKey } from './device-key.ts'
import { closeBytes, KEY_BYTES, NotOpened, openBytes } from './seal.ts'

/**
 * A reload does not lock (decision 0046). The key is encrypted with a random half: the box is in this tab's session
 * storage, the half in the memory of the service worker, and neither is of use without the other. The worker forgets
 * the half when no page has spoken to it for a minute, when a page has been gone for twenty seconds, and when the
 * browser ends. A browser that restores its tabs restores a box without a half.
 */
export function keepOverReload(person: string, key: DeviceKey) {
  dropTimers()
  const id = crypto.randomUUID()
  const half = crypto.getRandomValues(new Uint8Array(KEY_BYTES))
  const box = closeBytes(half, placeOf(person, id), key)
  try {
    sessionStorage.setItem(KEPT, JSON.stringify({ person, id, box: [...box] } satisfies Kept))
  } catch {
    return // no room: a reload asks for PIN or password
  }
  const tell = (word: HalfWord) => void toWorker((worker) => worker.postMessage(word))
  const keep = () => tell({ type: 'keep-half', id, half })
  const leave = () => tell({ type: 'leave-half', id })
  keep()
  const timer = setInterval(keep, KEEP_MS)
  addEventListener('pagehide', leave)
  dropTimers = () => {
    clearInterval(timer)
    removeEventListener('pagehide', leave)
  }
}

/** From now on no reload gets it back, in any tab. */
export function dropKept() {
  dropTimers()
  dropTimers = () => {}
  // the engine without a page has none
  globalThis.sessionStorage?.removeItem(KEPT)
  void toWorker((worker) => worker.postMessage({ type: 'forget-halves' } satisfies HalfWord))
}

/** After a reload: the key, if box and half both still exist. */
export async function takeKept(person: string): Promise<DeviceKey | null> {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Kept | null // written above
  if (kept?.person !== person) return null
  const half = await askHalf(kept.id)
  try {
    return half && openBytes(half, placeOf(person, kept.id), new Uint8Array(kept.box))
  } catch (error) {
    if (error instanceof NotOpened) return null
    throw error
  }
}

/** What a page tells the worker about its half; `take-half` is answered through its port. */
export type HalfWord =
  | { readonly type: 'keep-half'; readonly id: string; readonly half: Uint8Array }
  | { readonly type: 'leave-half' | 'take-half'; readonly id: string }
  | { readonly type: 'forget-halves' }

type Kept = { readonly person: string; readonly id: string; readonly box: readonly number[] }
const KEPT = 'kept-key'
/** The browser ends a worker that gets no message for half a minute. */
const KEEP_MS = 10_000
const ANSWER_MS = 1000

let dropTimers = () => {}
const placeOf = (person: string, id: string) => `kept ${person} ${id}`

async function toWorker(say: (worker: ServiceWorker) => void) {
  const registration = await navigator.serviceWorker?.ready
  if (registration?.active) say(registration.active)
}

async function askHalf(id: string): Promise<Uint8Array | null> {
  const worker = (await navigator.serviceWorker?.getRegistration())?.active
  if (!worker) return null
  const { port1, port2 } = new MessageChannel()
  return new Promise<Uint8Array | null>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<Uint8Array | null>) => resolve(data)
    setTimeout(resolve, ANSWER_MS, null)
    worker.postMessage({ type: 'take-half', id } satisfies HalfWord, [port2])
  }).finally(() => port1.close())
}
