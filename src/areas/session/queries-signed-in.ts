import { useEffect, useState } from 'react'
import { readSession } from '../../api/session.ts'

/** Whether someone is signed in on this device; null until that is known. For pages outside the frame. */
export function useSignedIn(): boolean | null {
  const [signedIn, setSignedIn] = useState<boolean | null>(null)
  useEffect(() => void readSession().then((session) => setSignedIn(session !== null)), [])
  return signedIn
}
