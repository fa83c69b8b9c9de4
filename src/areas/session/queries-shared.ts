import { useEffect, useState } from 'react'
import { readKeyRecord } from '../../db/device-key.ts'
import { countWaiting } from '../../sync/seal-over.ts'

/** What a screen needs of the key record stored with a person's encrypted data; null until it has been read. */
export function useKeyRecord(person: string): { readonly hasPin: boolean; readonly misses: number } | null {
  const [record, setRecord] = useState<{ hasPin: boolean; misses: number } | null>(null)
  useEffect(() => {
    let gone = false
    void readKeyRecord(person).then(
      (found) => !gone && setRecord({ hasPin: Boolean(found?.byPin), misses: found?.misses ?? 0 }),
    )
    return () => void (gone = true)
  }, [person])
  return record
}

/** How many changes of a person wait here, encrypted or not; null until they have been counted. */
export function useWaiting(person: string): number | null {
  const [changes, setChanges] = useState<number | null>(null)
  useEffect(() => {
    let gone = false
    void countWaiting(person).then((waiting) => !gone && setChanges(waiting.changes))
    return () => void (gone = true)
  }, [person])
  return changes
}
