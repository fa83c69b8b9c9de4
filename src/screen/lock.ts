import { LOCK_WARN_SECONDS } from '../../contract/kernel/constants.ts'
import { releaseKeyEverywhere } from '../db/held-key.ts'
import { beginClock, look, noteVisible, touch } from './lock-clock.ts'

/** Locks this device in every tab, now. */
export const lockNow = releaseKeyEverywhere

/**
 * Watches an unlocked device until stopped. Locks it after a time without activity, after a time hidden, when its clock
 * jumps, and when the browser restores a page from its cache. `onLeft` gets the last seconds, and null when someone is
 * active again.
 */
export function watchLock(onLeft: (seconds: number | null) => void): {
  readonly stay: () => void
  readonly stop: () => void
} {
  const moment = () => ({
    mono: performance.now(),
    wall: Date.now(),
    visible: document.visibilityState === 'visible',
  })
  let clock = beginClock(moment())
  let toldAt = -Infinity
  let shown = -Infinity
  const channel = new BroadcastChannel('bedside-activity')
  const tell = (word: 'touched' | 'seen') => channel.postMessage(word)
  channel.onmessage = ({ data }: MessageEvent<'touched' | 'seen'>) => {
    const { mono } = moment()
    clock = data === 'touched' ? touch(clock, mono) : noteVisible(clock, mono)
    if (data === 'touched') onLeft(null)
  }
  function stay() {
    const now = moment()
    // activity after the deadline comes too late
    if (look(clock, now).why) return check()
    clock = touch(clock, now.mono)
    onLeft(null)
    if (now.mono - toldAt < TELL_MS) return
    toldAt = now.mono
    tell('touched')
  }
  function check() {
    const now = moment()
    const ruling = look(clock, now)
    clock = ruling.clock
    if (ruling.why) return lockNow()
    onLeft(ruling.left <= LOCK_WARN_SECONDS ? ruling.left : null)
    if (!now.visible || now.mono - shown < SEEN_MS) return
    shown = now.mono
    tell('seen')
  }
  const back = ({ persisted }: PageTransitionEvent) => persisted && lockNow()
  const timer = setInterval(check, 1000)
  for (const kind of TOUCHES) addEventListener(kind, stay, { passive: true, capture: true })
  document.addEventListener('visibilitychange', check)
  addEventListener('pageshow', back)
  return {
    stay,
    stop: () => {
      clearInterval(timer)
      for (const kind of TOUCHES) removeEventListener(kind, stay, { capture: true })
      document.removeEventListener('visibilitychange', check)
      removeEventListener('pageshow', back)
      channel.close()
    },
  }
}

const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const
const TELL_MS = 1000
const SEEN_MS = 10_000
