import { UNATTENDED_HEADER } from '../../contract/kernel/constants.ts'

/**
 * Watches whether a person is at this page, until stopped. Work on data that is on the device sends no request for a
 * long time: `report` is called now and then during it, so that the session does not count as unused (TRUST D2).
 */
export function watchPresence(report: () => unknown): () => void {
  const touched = () => {
    lastTouch = performance.now()
    if (lastTouch - lastReport < REPORT_MS) return
    lastReport = lastTouch
    report()
  }
  for (const kind of TOUCHES) addEventListener(kind, touched, { passive: true, capture: true })
  return () => {
    for (const kind of TOUCHES) removeEventListener(kind, touched, { capture: true })
  }
}

/**
 * The header that tells whether a person is behind a request: a page that no one touches, and the worker, send requests
 * by themselves.
 */
export const attendance = (): Readonly<Record<string, string>> =>
  typeof document !== 'undefined' && performance.now() - lastTouch < ATTENDED_MS ? {} : { [UNATTENDED_HEADER]: '1' }

/** By the page's own clock, ms: whoever opened the page was there at that time. */
let lastTouch = 0
let lastReport = 0

const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const
/** A request within a minute of a touch counts as the person's. */
const ATTENDED_MS = 60_000
/** Well below the shortest time after which an unused session ends, half an hour. */
const REPORT_MS = 5 * 60_000
