import { useEffect } from 'react'
import { useDevice } from '../shell/device.tsx'
import { afterFirstScreen } from '../shell/first-screen.ts'
import { useSyncStatus } from '../sync-centre/queries.ts'
import { refreshKept } from './commands-kept.ts'

/** After each pull, what this device keeps of its starred patients is looked after too. Draws nothing. */
export function KeepFresh() {
  const device = useDevice()
  const pulledAt = useSyncStatus()?.pulledAt ?? null
  const staff = device.person.type === 'doctor' || device.person.type === 'clinic'
  useEffect(() => {
    // a device without a network, or without room, keeps what it has
    if (!staff || pulledAt === null) return
    return afterFirstScreen(() => void refreshKept(device).catch(() => undefined))
  }, [device, staff, pulledAt])
  return null
}
