import { useEffect, useState } from 'react'
import { lostOnThisDevice, type Lost } from '../../sync/unsent.ts'

/**
 * Unsent work that the browser has deleted from this device's storage, whoever's it was; null if nothing is known to be
 * lost.
 */
export function useLostHere(): Lost | null {
  const [lost, setLost] = useState<Lost | null>(null)
  useEffect(() => {
    let gone = false
    lostOnThisDevice().then(
      (found) => !gone && setLost(found),
      // if even that cannot be read, there is nothing to show
      () => undefined,
    )
    return () => void (gone = true)
  }, [])
  return lost
}
