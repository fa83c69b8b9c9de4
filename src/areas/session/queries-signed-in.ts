import { useEffect, useState } from 'react'
import { onSessionChange, readSession } from '../../api/session.ts'

/** Whether someone is signed in on this device; null until that is known. For pages outside the frame. */
export function useSignedIn(): boolean | null {
  const [signedIn, setSignedIn] = useState<boolean | null>(null)
  useEffect(() => void readSession().then((session) => setSignedIn(session !== null)), [])
  return signedIn
}

/** The name of the person who is signed in on this device, for example in another tab; null if no one is. */
export function useSignedInName(): string | null {
  const [name, setName] = useState<string | null>(null)
  useEffect(() => {
    const look = () => void readSession().then((session) => setName(session?.person.name ?? null))
    look()
    return onSessionChange(look)
  }, [])
  return name
}
