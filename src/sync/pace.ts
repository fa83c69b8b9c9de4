import type { Database } from '../db/database.ts'

/** How much one exchange carries, learnt from how long the last ones took. */
export type Pace = {
  readonly size: () => number
  /** Reports an exchange of this size that took so many ms. */
  readonly took: (carried: number, ms: number) => void
  /**
   * Reports an exchange that failed after so many ms: the next is smaller, unless it failed before its size could
   * matter.
   */
  readonly failed: (ms: number) => void
}

/** How long an exchange should occupy the line, ms: newer changes wait no longer than that. */
const TARGET_MS = 2000
/**
 * The same for a file's part. Each part costs its headers and the line's delay, which at two seconds were half of a
 * photo's time at 56 kbit/s. Newer changes are sent beside it, and a broken line loses no more than one part.
 */
const PART_TARGET_MS = 10_000

type Bounds = Readonly<Record<'start' | 'least' | 'most' | 'target', number>>

/** Starts small, at most doubles while the line is faster than needed, and shrinks at once when it is slower. */
function createPace({ start, least, most, target }: Bounds): Pace {
  let size = start
  const set = (wanted: number) => (size = Math.round(Math.max(least, Math.min(most, wanted))))
  return {
    size: () => size,
    took: (carried, ms) => {
      // too little data: its time is the line's delay, and says nothing about its width
      if (carried < size / 2) return
      const fits = (carried * target) / Math.max(1, ms)
      set(Math.max(size / 4, Math.min(size * 2, fits)))
    },
    failed: (ms) => {
      if (ms >= target / 2) set(size / 4)
    },
  }
}

/**
 * The paces of a device's line: bytes of a file's part, bytes of a batch before compression, rows of a page; and their
 * clock.
 */
export type Paces = { readonly part: Pace; readonly batch: Pace; readonly page: Pace; readonly clock: Clock }

/** Ms since some moment. Unlike the time of day, it never jumps. */
export type Clock = () => number

const known = new WeakMap<Database, Paces>()

/** The paces of this tab since its start. The first caller chooses the clock. */
export function pacesOf(db: Database, clock: Clock = () => performance.now()): Paces {
  const paces = known.get(db) ?? {
    part: createPace({ start: 16 * 1024, least: 8 * 1024, most: 256 * 1024, target: PART_TARGET_MS }),
    batch: createPace({ start: 64 * 1024, least: 4 * 1024, most: 1024 * 1024, target: TARGET_MS }),
    page: createPace({ start: 200, least: 50, most: 500, target: TARGET_MS }),
    clock,
  }
  known.set(db, paces)
  return paces
}
