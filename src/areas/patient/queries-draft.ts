import { useEffect, useState } from 'react'
import { useDevice } from '../../screen/device.ts'

/** The draft of this name as it was when the form opened: undefined while it is read, null if there is none. */
export function useDraftOnce<T>(name: string): T | null | undefined {
  const { db } = useDevice()
  const [draft, setDraft] = useState<T | null | undefined>(undefined)
  useEffect(() => {
    let gone = false
    void db.drafts
      .get(name)
      .catch(() => undefined)
      .then((kept) => {
        if (!gone) setDraft((kept?.value as T | undefined) ?? null) // only the form of this name writes it
      })
    return () => {
      gone = true
    }
  }, [db, name])
  return draft
}
