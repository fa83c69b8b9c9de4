import { Refused } from '../kernel/refused.ts'

/** Heavy calls of one session that may run at once. */
export const MOST_AT_ONCE = 3
/** How many more may wait for their turn; the next is told to come back. */
export const MOST_IN_LINE = 6

type Turn = () => void
export type Gate = ReturnType<typeof createGate>

/**
 * Limits how much work of one key runs at once (issue 38): one person's reports never occupy all connections for
 * reports.
 */
export function createGate() {
  const running = new Map<string, number>()
  const lines = new Map<string, Turn[]>()

  const leave = (key: string) => {
    const next = lines.get(key)?.shift()
    if (!lines.get(key)?.length) lines.delete(key)
    if (next) return next()
    const left = running.get(key)! - 1
    if (left) running.set(key, left)
    else running.delete(key)
  }

  /** Waits for a turn; work that is aborted while it waits uses none. */
  const enter = (key: string, signal: AbortSignal | undefined) => {
    const now = running.get(key) ?? 0
    if (now < MOST_AT_ONCE) return void running.set(key, now + 1)
    const line = lines.get(key) ?? []
    if (line.length >= MOST_IN_LINE) throw new Refused('busy', { seconds: 2 }, 503)
    lines.set(key, line)
    return new Promise<void>((done, fail) => {
      const giveUp = () => {
        const at = line.indexOf(turn)
        if (at >= 0) line.splice(at, 1)
        fail(signal!.reason)
      }
      const turn = () => {
        signal?.removeEventListener('abort', giveUp)
        done()
      }
      line.push(turn)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  return {
    /**
     * @throws Refused `busy` if too much work of the key waits already, and the signal's reason if it is aborted while
     * this waits
     */
    run: async <T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      signal?.throwIfAborted()
      await enter(key, signal)
      try {
        return await work()
      } finally {
        leave(key)
      }
    },
    /** How many keys have work here, for tests: none may be left behind. */
    size: () => running.size + lines.size,
  }
}
