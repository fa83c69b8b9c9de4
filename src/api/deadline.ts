/** How long an exchange may stand still, ms: until it is answered, between two pieces of the answer, and in all. */
export type Patience = { readonly head: number; readonly body: number; readonly whole: number }

const PATIENCE: Patience = { head: 30_000, body: 15_000, whole: 300_000 }

/** Bytes a ms below which a line is taken for dead: what goes up is not seen going, so that its time is allowed for beforehand. */
const SLOWEST_UP = 4

/** What a deadline ends an exchange with. */
export const STALLED = new Error('nothing came for too long')

/**
 * The deadline of one exchange. It follows what comes: an answer that is slow and flows is none that stalls, and one that stalls holds nobody up
 * for ever (I10). `passed` rejects by itself, for an environment in which an abort does not end a reading. `over` is to be called in any case.
 */
export function startDeadline(bytesUp: number, patience: Patience = PATIENCE) {
  const stop = new AbortController()
  let fail: (error: Error) => void = () => {}
  const passed = new Promise<never>((_, reject) => (fail = reject))
  // whoever does not race it has not left it unheard
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
    /** Something came. */
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
