import { UNATTENDED_HEADER } from '../../contract/kernel/constants.ts'

/**
 * Hears whether a person is at this page, until stopped. Somebody who works on what lies on the device asks the server nothing for a long
 * time: `report` is called now and then while they do, so that their session is not taken for unused (TRUST D2).
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

/** What a request that is sent now says of it: a page nobody touches, and the worker, ask by themselves. */
export const attendance = (): Readonly<Record<string, string>> =>
  typeof document !== 'undefined' && performance.now() - lastTouch < ATTENDED_MS ? {} : { [UNATTENDED_HEADER]: '1' }

/** By the page's own clock, ms: whoever opened the page was there when it began. */
let lastTouch = 0
let lastReport = 0

const TOUCHES = ['pointerdown', 'keydown', 'wheel'] as const
/** A request within a minute of a touch comes of it. */
const ATTENDED_MS = 60_000
/** Well within the shortest time that a session may lie unused, half an hour. */
const REPORT_MS = 5 * 60_000
