import { useSyncStatus } from './queries-waiting.ts'
import { FreshLine, OfflineLine } from '../ui/fresh-line.tsx'
import { useDevice } from './device.ts'

/** The age of a list, in its card's head; without a network "as of" (SCREENS B0). */
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

/** Shown above the list without a network: since when, and what happens to changes. */
export function OfflineBar() {
  const { zone, kick } = useDevice()
  const status = useSyncStatus()
  return status?.line === 'offline' ? (
    <OfflineLine at={status.pulledAt} zone={zone} trouble={status.trouble} onRetry={kick} />
  ) : null
}
