import { useEffect, useState } from 'react'
import { afterFirstScreen, isFirstScreenShown } from './first-screen.ts'

/**
 * Whether to draw what is below the fold: false until a start's first screen has been painted, true on every later one.
 */
export function useBelowFold(): boolean {
  const [isTime, setTime] = useState(isFirstScreenShown)
  useEffect(() => (isTime ? undefined : afterFirstScreen(() => setTime(true))), [isTime])
  return isTime
}
