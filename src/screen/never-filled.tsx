import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSyncStatus } from './queries-waiting.ts'
import { Button } from '../ui/button.tsx'
import { ListSkeleton, NotOnDevice } from '../ui/states.tsx'
import { useDevice } from './device.ts'

/** Shown instead of rows: still loading, never pulled, or (`children`) really none (SCREENS B0). */
export function NeverFilled({ children }: { children: ReactNode }) {
  const status = useSyncStatus()
  const { kick } = useDevice()
  if (!status) return <ListSkeleton />
  if (status.pulledAt !== null && !status.filling) return children
  if (status.line !== 'offline') return <ListSkeleton />
  return (
    <NotOnDevice
      action={
        <Button onClick={kick}>
          <Trans>Try again</Trans>
        </Button>
      }
    />
  )
}
