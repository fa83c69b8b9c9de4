import type { DeviceKey } from './device-key.ts'
import { dropKept, keepOverReload } from './kept-key.ts'

/**
 * The key in this tab's memory while a shared device is unlocked. Another tab of the same origin gets it on request as
 * long as this one is unlocked. It is never on a disk, in an address or in browser storage.
 */
let held: { readonly person: string; readonly key: DeviceKey } | null = null

export const heldKey = (person: string): DeviceKey | null => (held?.person === person ? held.key : null)

export function holdKey(person: string, key: DeviceKey) {
  held = { person, key }
  channel ??= listen()
  keepOverReload(person, key)
}

/**
 * From now on this tab gives the key to no other. The bytes are not overwritten, since a round that is just ending
 * would write what no one could ever read; they go when the page is reloaded.
 */
export function releaseKey() {
  held = null
  dropKept()
}

/** The same in every tab of this origin; each of them locks through `onLock`. */
export function releaseKeyEverywhere() {
  releaseKey()
  post({ kind: 'lock' })
}

/** Calls `listener` when another tab has locked this device. */
export function onLock(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<Word>) => data.kind === 'lock' && listener()
  return () => channel.close()
}

/** Asks unlocked tabs for the key; null if none answers soon. */
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
/** An active tab answers within a few ms; a sleeping one is not worth waiting for. */
const ANSWER_MS = 250

type Word =
  | { readonly kind: 'ask'; readonly person: string }
  | { readonly kind: 'key'; readonly person: string; readonly key: DeviceKey }
  | { readonly kind: 'lock' }

let channel: BroadcastChannel | null = null

function listen(): BroadcastChannel {
  const opened = new BroadcastChannel(CHANNEL)
  opened.onmessage = ({ data }: MessageEvent<Word>) => {
    if (data.kind === 'lock') releaseKey()
    const key = data.kind === 'ask' ? heldKey(data.person) : null
    if (data.kind === 'ask' && key) opened.postMessage({ kind: 'key', person: data.person, key } satisfies Word)
  }
  return opened
}

function post(word: Word) {
  const asking = new BroadcastChannel(CHANNEL)
  asking.postMessage(word)
  asking.close()
}
