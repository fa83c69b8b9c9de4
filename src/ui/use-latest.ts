import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * The value of the last drawing, for what is called after it: a costly part that is drawn only when what it shows has changed still acts on
 * what is so now. Not to be read while drawing.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
