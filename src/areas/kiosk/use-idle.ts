import { useEffect, useState } from 'react'

/**
 * Calls `onIdle` after this many seconds without a touch, a key or a screen reader's press; returns the seconds left. A
 * change of `key` restarts it; with 0 seconds it never ends.
 */
export function useIdle(seconds: number, key: unknown, onIdle: () => void): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (seconds === 0) return
    let begun = performance.now()
    setLeft(seconds)
    const again = () => {
      begun = performance.now()
      setLeft(seconds)
    }
    const timer = setInterval(() => {
      const rest = seconds - Math.floor((performance.now() - begun) / 1000)
      setLeft(Math.max(0, rest))
      if (rest <= 0) {
        clearInterval(timer)
        onIdle()
      }
    }, 500)
    for (const kind of SIGNS) addEventListener(kind, again)
    return () => {
      clearInterval(timer)
      for (const kind of SIGNS) removeEventListener(kind, again)
    }
    // a new function at each render is the same callback
    // oxlint-disable-next-line react/exhaustive-deps
  }, [seconds, key])
  return left
}

/** A screen reader clicks without a pointer or a key. */
const SIGNS = ['pointerdown', 'keydown', 'click'] as const
