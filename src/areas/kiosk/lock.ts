import type { Lock } from './store.ts'

/** Rule 71: after this many wrong attempts in a row no one can try for a while. */
const MISSES = 5
const LOCK_MS = 120_000

export const UNLOCKED: Lock = { misses: 0, left: 0 }

/** Counts one more wrong attempt. Pure. */
export function missed({ misses }: Lock): Lock {
  return misses + 1 >= MISSES ? { misses: 0, left: LOCK_MS } : { misses: misses + 1, left: 0 }
}

/** Subtracts the time passed, in ms, measured by a clock that no one can set. Pure. */
export const waited = ({ misses, left }: Lock, ms: number): Lock => ({ misses, left: Math.max(0, left - ms) })
