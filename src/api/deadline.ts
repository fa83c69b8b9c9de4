/** How long an exchange may stall, ms: until the response begins, between two pieces of it, and in total. */
export type Patience = { readonly head: number; readonly body: number; readonly whole: number }

const PATIENCE: Patience = { head: 30_000, body: 15_000, whole: 300_000 }

/**
 * Bytes per ms below which a line counts as dead. The progress of an upload is not visible, so its time is allowed for
 * in advance.
 */
const SLOWEST_UP = 4

/** The error with which a deadline ends an exchange. */
export const STALLED = new Error('nothing came for too long')

/**
 * The deadline of one exchange. It follows progress: a slow response that flows does not stall, and one that stalls
 * blocks no one for ever (I10). `passed` rejects by itself, for environments in which an abort does not end a read.
 * Always call `over` at the end.
 */
export function startDeadline(bytesUp: number, patience: Patience = PATIENCE) {
  const stop = new AbortController()
  let fail: (error: Error) => void = () => {}
  const passed = new Promise<never>((_, reject) => (fail = reject))
  // no unhandled rejection if the caller does not race it
  passed.catch(() => {})
  const end = () => {
    fail(STALLED)
    stop.abort(STALLED)
  }
  const whole = setTimeout(end, patience.whole)
  let next = setTimeout(end, patience.head + bytesUp / SLOWEST_UP)
  return {
    signal: stop.signal,
    passed,
    /** Reports progress. */
    moved: () => {
      clearTimeout(next)
      next = setTimeout(end, patience.body)
    },
    over: () => {
      clearTimeout(whole)
      clearTimeout(next)
    },
  }
}
