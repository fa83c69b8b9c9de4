import type { Database } from '../db/database.ts'

/** How much goes in one exchange, learnt from how long the last ones took. */
export type Pace = {
  readonly size: () => number
  /** An exchange of so much took so many ms. */
  readonly took: (carried: number, ms: number) => void
  /** One came to nothing after so many ms: the next is smaller, unless it ended before its width could matter. */
  readonly failed: (ms: number) => void
}

/** Ms an exchange should keep the line for: what is made meanwhile waits no longer than that. */
const TARGET_MS = 2000
/**
 * The same of a file's part. Each costs its headers and the line's delay, which at two seconds were half of a photo's time at 56 kbit/s; and what
 * is made meanwhile goes beside it. A line that breaks off loses no more than that.
 */
const PART_TARGET_MS = 10_000

type Bounds = Readonly<Record<'start' | 'least' | 'most' | 'target', number>>

/** Starts small, doubles at most while the line is quicker than it need be, and shrinks at once where it is not. */
function createPace({ start, least, most, target }: Bounds): Pace {
  let size = start
  const set = (wanted: number) => (size = Math.round(Math.max(least, Math.min(most, wanted))))
  return {
    size: () => size,
    took: (carried, ms) => {
      // little in it, and its time is the line's delay: it says nothing of the line's width
      if (carried < size / 2) return
      const fits = (carried * target) / Math.max(1, ms)
      set(Math.max(size / 4, Math.min(size * 2, fits)))
    },
    failed: (ms) => {
      if (ms >= target / 2) set(size / 4)
    },
  }
}

/** The paces of a device's line: bytes of a file's part, bytes of a batch before it is packed, rows of a page; and the clock they go by. */
export type Paces = { readonly part: Pace; readonly batch: Pace; readonly page: Pace; readonly clock: Clock }

/** Ms since some moment. It never jumps, unlike the time of day. */
export type Clock = () => number

const known = new WeakMap<Database, Paces>()

/** Those of this tab, from its start on. The first caller chooses the clock. */
export function pacesOf(db: Database, clock: Clock = () => performance.now()): Paces {
  const its = known.get(db) ?? {
    part: createPace({ start: 16 * 1024, least: 8 * 1024, most: 256 * 1024, target: PART_TARGET_MS }),
    batch: createPace({ start: 64 * 1024, least: 4 * 1024, most: 1024 * 1024, target: TARGET_MS }),
    page: createPace({ start: 200, least: 50, most: 500, target: TARGET_MS }),
    clock,
  }
  known.set(db, its)
  return its
}
