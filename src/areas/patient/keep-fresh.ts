import { useEffect } from 'react'
import { useDevice } from '../../screen/device.ts'
import { afterFirstScreen } from '../../screen/first-screen.ts'
import { useSyncStatus } from '../../screen/queries-waiting.ts'
import { refreshKept } from './commands-kept.ts'

/** Refreshes what this device keeps of its starred patients after each pull. Draws nothing. */
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
