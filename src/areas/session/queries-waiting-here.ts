import { useEffect, useState } from 'react'
import { readOwners } from '../../api/owners.ts'
import type { WaitingHere } from '../../sync/waiting-here.ts'

/**
 * Whose work waits on this device, except that of the person named; empty until it is known. Looks again from time to
 * time, since the work may be sent meanwhile.
 */
export function useWaitingHere(except: string | null): readonly WaitingHere[] {
  const [found, setFound] = useState<readonly WaitingHere[]>([])
  useEffect(() => {
    let gone = false
    const look = async () => {
      if (!(await readOwners()).some(({ person }) => person !== except)) return
      // keeps the database's code out of the sign-in page
      const { waitingHere, wipeOverdue } = await import('../../sync/waiting-here.ts')
      const waiting = await waitingHere(except)
      if (!gone) setFound(waiting)
      if (!isAsked) await wipeOverdue()
      isAsked = true
    }
    // if even that cannot be read, there is nothing to show
    const start = () => void look().catch(() => undefined)
    start()
    const timer = setInterval(start, AGAIN_MS)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [except])
  return found
}

const AGAIN_MS = 60_000
/** Once per page load: the deadline is counted in days, not minutes. */
let isAsked = false
