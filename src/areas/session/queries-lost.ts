import { useEffect, useState } from 'react'
import { lostOnThisDevice, type Lost } from '../../sync/unsent.ts'

/** What the browser has cleared of this device's storage that had not been sent, of whomever; null where nothing is known to be lost. */
export function useLostHere(): Lost | null {
  const [lost, setLost] = useState<Lost | null>(null)
  useEffect(() => {
    let gone = false
    lostOnThisDevice().then(
      (found) => !gone && setLost(found),
      // where not even that can be asked there is nothing to be said
      () => undefined,
    )
    return () => void (gone = true)
  }, [])
  return lost
}
