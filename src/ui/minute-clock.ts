import { useSyncExternalStore } from 'react'
import { RELATIVE_TIME_MS } from '../../contract/kernel/constants.ts'
import { readViewerZone, viewerZone } from '../i18n/format.ts'

const FRESH_MS = 5000
const listeners = new Set<() => void>()
let offset = 0
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/**
 * The current time in epoch ms, updated every 60 s (SPEC §9) and when the page returns to the front, with one timer for
 * all.
 */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** The zone of this browser's clock, checked every minute, since it changes when a person travels. */
export function useViewerZone(): string {
  return useSyncExternalStore(subscribe, viewerZone)
}

/** Sets how far the true clock is ahead of this device's, in ms: "3 min ago" uses the server's clock (rule 91). */
export function setClockOffset(milliseconds: number): void {
  offset = milliseconds
  tick()
}

function subscribe(changed: () => void) {
  if (listeners.size === 0) start()
  listeners.add(changed)
  return () => {
    listeners.delete(changed)
    if (listeners.size === 0) stop()
  }
}

function start() {
  // the time of a component drawn a moment ago is accurate enough: otherwise a start would draw the whole page twice
  // before it is visible
  if (Math.abs(Date.now() + offset - now) > FRESH_MS) now = Date.now() + offset
  timer = setInterval(tick, RELATIVE_TIME_MS)
  document.addEventListener('visibilitychange', tick)
}

function stop() {
  clearInterval(timer)
  document.removeEventListener('visibilitychange', tick)
}

function tick() {
  // No one sees a hidden page; this saves a phone the work.
  if (document.hidden) return
  now = Date.now() + offset
  readViewerZone()
  for (const changed of listeners) changed()
}
