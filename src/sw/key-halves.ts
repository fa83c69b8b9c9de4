import type { HalfWord } from '../db/kept-key.ts'

/**
 * Halves of keys that are to outlive a reload (`src/db/kept-key.ts`), only in this worker's memory; `until` by two
 * clocks, one of which stops while the device sleeps.
 */
const halves = new Map<string, { readonly half: Uint8Array; readonly until: Until }>()
type Until = { readonly mono: number; readonly wall: number }

/** Handles a page's message; ignores anything else. */
export function hearHalf(word: HalfWord, port: MessagePort | undefined): void {
  switch (word.type) {
    case 'keep-half':
      return void halves.set(word.id, { half: word.half, until: inMs(KEPT_MS) })
    case 'leave-half': {
      const found = halves.get(word.id)
      if (found) halves.set(word.id, { ...found, until: inMs(LEFT_MS) })
      return
    }
    case 'take-half': {
      const found = halves.get(word.id)
      const isTime = found && found.until.mono > performance.now() && found.until.wall > Date.now()
      if (!isTime) halves.delete(word.id)
      return port?.postMessage(isTime ? found.half : null)
    }
    case 'forget-halves':
      return halves.clear()
  }
}

const inMs = (ms: number): Until => ({ mono: performance.now() + ms, wall: Date.now() + ms })
/** After its page's last message: a visible page sends one every ten seconds. */
const KEPT_MS = 60_000
/** After its page has gone: a slow tablet has reloaded by then. */
const LEFT_MS = 20_000
