/**
 * Runs `act` once the page has been painted and the browser is idle; if the browser does not report that, a moment
 * later. Returns a function that cancels it.
 */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 300)
    return () => clearTimeout(timer)
  }
  const idle = requestIdleCallback(act, { timeout: 2000 })
  return () => cancelIdleCallback(idle)
}
