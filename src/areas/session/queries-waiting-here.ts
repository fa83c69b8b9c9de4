import { useEffect, useState } from 'react'
import { readOwners } from '../../api/owners.ts'
import type { WaitingHere } from '../../sync/waiting-here.ts'

/** Whose work waits on this device, of all but the person named; empty until it is known. Looks again now and then: it leaves while no one looks. */
export function useWaitingHere(except: string | null): readonly WaitingHere[] {
  const [found, setFound] = useState<readonly WaitingHere[]>([])
  useEffect(() => {
    let gone = false
    const look = async () => {
      if (!(await readOwners()).some(({ person }) => person !== except)) return
      // the sign-in page comes without a database's code
      const { waitingHere, wipeOverdue } = await import('../../sync/waiting-here.ts')
      const its = await waitingHere(except)
      if (!gone) setFound(its)
      if (!isAsked) await wipeOverdue()
      isAsked = true
    }
    // where not even that can be asked there is nothing to be said
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
/** Once a page: the answer of days does not change with its minutes. */
let isAsked = false
