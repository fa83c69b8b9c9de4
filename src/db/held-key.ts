import type { DeviceKey } from './device-key.ts'
import { dropKept, keepOverReload } from './kept-key.ts'

/**
 * The key that is in memory while a shared device is unlocked, of this tab; another tab of the same origin is handed it for the asking, as
 * long as this one is unlocked. Never on a disk, in an address or in a store of the browser.
 */
let held: { readonly person: string; readonly key: DeviceKey } | null = null

export const heldKey = (person: string): DeviceKey | null => (held?.person === person ? held.key : null)

export function holdKey(person: string, key: DeviceKey) {
  held = { person, key }
  channel ??= listen()
  keepOverReload(person, key)
}

/**
 * From here on this tab hands it to nobody. The bytes are not overwritten: a round that is just ending would write what nobody could ever
 * read; they go with the page, which is loaded anew.
 */
export function releaseKey() {
  held = null
  dropKept()
}

/** The same in every tab of this origin; each of them locks by `onLock`. */
export function releaseKeyEverywhere() {
  releaseKey()
  post({ kind: 'lock' })
}

/** Hears that another tab has locked this device. */
export function onLock(hear: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Word>) => data.kind === 'lock' && hear()
  return () => channel.close()
}

/** From a tab that is unlocked; null where none answers soon. */
export function askOtherTabs(person: string): Promise<DeviceKey | null> {
  const channel = new BroadcastChannel(CHANNEL)
  return new Promise<DeviceKey | null>((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<Word>) =>
      data.kind === 'key' && data.person === person && resolve(data.key)
    setTimeout(resolve, ANSWER_MS, null)
    channel.postMessage({ kind: 'ask', person } satisfies Word)
  }).finally(() => channel.close())
}

const CHANNEL = 'bedside-lock'
/** A tab that is awake answers within a few; one that sleeps is no reason to wait. */
const ANSWER_MS = 250

type Word =
  | { readonly kind: 'ask'; readonly person: string }
  | { readonly kind: 'key'; readonly person: string; readonly key: DeviceKey }
  | { readonly kind: 'lock' }

let channel: BroadcastChannel | null = null

function listen(): BroadcastChannel {
  const its = new BroadcastChannel(CHANNEL)
  its.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.kind === 'lock') releaseKey()
    const key = data.kind === 'ask' ? heldKey(data.person) : null
    if (data.kind === 'ask' && key) its.postMessage({ kind: 'key', person: data.person, key } satisfies Word)
  }
  return its
}

function post(word: Word) {
  const its = new BroadcastChannel(CHANNEL)
  its.postMessage(word)
  its.close()
}
