import { LOCK_HIDDEN_SECONDS, LOCK_IDLE_SECONDS } from '../../contract/kernel/constants.ts'

/**
 * When a shared device locks (TRUST D18), by a clock that no one can set: `mono` counts from the page's start, `wall`
 * is what the device shows. All in milliseconds.
 */
export type LockClock = {
  /** When a person last touched any tab of this device, and when one was last visible. */
  readonly touched: number
  readonly seen: number
  readonly mono: number
  readonly wall: number
}
export type Moment = { readonly mono: number; readonly wall: number; readonly visible: boolean }

export const beginClock = ({ mono, wall }: Moment): LockClock => ({ touched: mono, seen: mono, mono, wall })

/** Reads the clock: why it locks now, or the seconds left until it does. Pure. */
export function look(
  clock: LockClock,
  { mono, wall, visible }: Moment,
): { readonly clock: LockClock; readonly why: 'idle' | 'hidden' | 'jump' | null; readonly left: number } {
  const jump = Math.abs(wall - clock.wall - (mono - clock.mono)) > JUMP_MS
  const idle = mono - clock.touched >= LOCK_IDLE_SECONDS * 1000
  // computed before this look counts as seen: a page that returns after a long time was hidden that long
  const hidden = mono - clock.seen >= LOCK_HIDDEN_SECONDS * 1000
  return {
    clock: { ...clock, mono, wall, seen: visible ? mono : clock.seen },
    why: jump ? 'jump' : idle ? 'idle' : hidden ? 'hidden' : null,
    left: Math.ceil((clock.touched + LOCK_IDLE_SECONDS * 1000 - mono) / 1000),
  }
}

/** Records activity in this tab or another. Pure. */
export const touch = (clock: LockClock, mono: number): LockClock => ({ ...clock, touched: mono, seen: mono })
/** Records that another tab is visible. Pure. */
export const noteVisible = (clock: LockClock, mono: number): LockClock => ({ ...clock, seen: mono })

/** A clock correction changes less; a device that slept, or was set to another day, more. */
const JUMP_MS = 10_000
