import { useSyncExternalStore } from 'react'
import { RELATIVE_TIME_MS } from '../../contract/kernel/constants.ts'
import { readViewerZone, viewerZone } from '../i18n/format.ts'

const FRESH_MS = 5000
const listeners = new Set<() => void>()
let offset = 0
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

/** Epoch milliseconds, drawn again every 60 s (SPEC §9) and when the page comes back to the front: one timer for all. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** The zone of this browser's clock, read again with the minute: what stands on its wall moves with who travels. */
export function useViewerZone(): string {
  return useSyncExternalStore(subscribe, viewerZone)
}

/** How far the true clock is ahead of this device's, ms: what is "3 min ago" is so by the server's clock (rule 91). */
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
  // who draws first and asks then has drawn what is true enough: told otherwise, a start draws the whole page a second time before it is seen
  if (Math.abs(Date.now() + offset - now) > FRESH_MS) now = Date.now() + offset
  timer = setInterval(tick, RELATIVE_TIME_MS)
  document.addEventListener('visibilitychange', tick)
}

function stop() {
  clearInterval(timer)
  document.removeEventListener('visibilitychange', tick)
}

function tick() {
  // Nobody reads a hidden page; a phone is spared the work.
  if (document.hidden) return
  now = Date.now() + offset
  readViewerZone()
  for (const changed of listeners) changed()
}
