import { Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { messages } from '../i18n/messages.ts'
import type { Line } from '../sync/cycle.ts'
import { Button } from '../ui/button.tsx'
import { fetchUpdate, hasUpdate, onUpdate, takeUpdate } from './update.ts'

/**
 * Offers a new version; never takes it by itself (rule 92). Where the server answers this one no more (426), it says so: nothing is sent
 * until the app is updated, and everything is kept.
 */
export function UpdateBanner({ line }: { line: Line | undefined }) {
  const { i18n } = useLingui()
  const waiting = useSyncExternalStore(onUpdate, hasUpdate)
  if (line === 'app-too-old')
    return (
      <div className="banner is-failed" role="alert">
        <span className="grow">{i18n._(messages.app_too_old)}</span>
        <Button small onClick={() => void fetchUpdate()}>
          <Trans>Update now</Trans>
        </Button>
      </div>
    )
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
