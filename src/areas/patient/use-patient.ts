import { useCallback, useEffect, useState } from 'react'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline, useSyncStatus } from '../../screen/queries-waiting.ts'
import type { ListedCard } from './listed-card.ts'
import { findPatient, usePatient } from './queries.ts'

/** One patient's card, from this device or for an admin from the server. `why` says what to show in its place. */
export type Found =
  | { readonly card: ListedCard; readonly why?: undefined; readonly reload: () => void }
  | { readonly card: null; readonly why: 'loading' | 'offline' | 'absent' | 'not-yet'; readonly reload: () => void }

export function usePatientCard(id: string): Found {
  const device = useDevice()
  const localPatient = usePatient(id)
  const status = useSyncStatus()
  const offline = useIsOffline()
  const fromServer = localPatient === null && !offline
  const [requested, setRequested] = useState<{ readonly id: string; readonly card: ListedCard | null } | null>(null)
  const ask = useCallback(async () => {
    const card = await findPatient(device, id)
    return { id, card: card && { ...card, pending: 'none' as const } }
  }, [device, id])
  useEffect(() => {
    if (!fromServer) return
    let gone = false
    void ask().then((found) => {
      if (!gone) setRequested(found)
    })
    return () => {
      gone = true
    }
  }, [ask, fromServer])
  const reload = () => {
    if (fromServer) void ask().then(setRequested)
  }
  if (localPatient) return { card: localPatient, reload }
  const known = requested?.id === id ? requested : null
  if (known?.card) return { card: known.card, reload }
  if (localPatient === undefined || !status || (fromServer && !known)) return { card: null, why: 'loading', reload }
  if (offline) return { card: null, why: device.person.type === 'admin' ? 'offline' : 'not-yet', reload }
  return { card: null, why: 'absent', reload }
}
