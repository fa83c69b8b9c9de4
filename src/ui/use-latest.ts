import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * The value of the last drawing, for callbacks: a costly part that is drawn only when its content changes still acts on
 * the newest value. Do not read it while drawing.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
