import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Button } from '../ui/button.tsx'
import { hasUpdate, onUpdate, takeUpdate } from './update.ts'

/** Offers a new version; never takes it by itself (rule 92). */
export function UpdateBanner() {
  const waiting = useSyncExternalStore(onUpdate, hasUpdate)
  if (!waiting) return null
  return (
    <div className="banner" role="status">
      <span className="grow">
        <Trans>A new version is ready. What you have typed here must be saved first.</Trans>
      </span>
      <Button small onClick={takeUpdate}>
        <Trans>Update now</Trans>
      </Button>
    </div>
  )
}
