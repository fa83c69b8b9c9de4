import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * The value of the last render, for callbacks: a costly part that is redrawn only when its content changes still uses
 * the newest value. Do not read it while rendering.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
