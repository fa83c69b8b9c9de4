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
  const here = usePatient(id)
  const status = useSyncStatus()
  const offline = useIsOffline()
  const fromServer = here === null && !offline
  const [asked, setAsked] = useState<{ readonly id: string; readonly card: ListedCard | null } | null>(null)
  const ask = useCallback(async () => {
    const card = await findPatient(device, id)
    return { id, card: card && { ...card, pending: 'none' as const } }
  }, [device, id])
  useEffect(() => {
    if (!fromServer) return
    let gone = false
    void ask().then((found) => {
      if (!gone) setAsked(found)
    })
    return () => {
      gone = true
    }
  }, [ask, fromServer])
  const reload = () => {
    if (fromServer) void ask().then(setAsked)
  }
  if (here) return { card: here, reload }
  const known = asked?.id === id ? asked : null
  if (known?.card) return { card: known.card, reload }
  if (here === undefined || !status || (fromServer && !known)) return { card: null, why: 'loading', reload }
  if (offline) return { card: null, why: device.person.type === 'admin' ? 'offline' : 'not-yet', reload }
  return { card: null, why: 'absent', reload }
}
