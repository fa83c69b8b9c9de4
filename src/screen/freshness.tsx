import { useSyncStatus } from './queries-waiting.ts'
import { FreshLine, OfflineLine } from '../ui/fresh-line.tsx'
import { useDevice } from './device.ts'

/** How fresh a list is, in its card's head; without a network "as of" (SCREENS B0). */
export function Freshness() {
  const { zone, kick } = useDevice()
  const status = useSyncStatus()
  if (!status) return null
  return (
    <FreshLine
      at={status.pulledAt}
      zone={zone}
      offline={status.line === 'offline'}
      trouble={status.trouble}
      onRefresh={kick}
    />
  )
}

/** While the network is away, said above the list: since when, and what becomes of changes. */
export function OfflineBar() {
  const { zone, kick } = useDevice()
  const status = useSyncStatus()
  return status?.line === 'offline' ? (
    <OfflineLine at={status.pulledAt} zone={zone} trouble={status.trouble} onRetry={kick} />
  ) : null
}
