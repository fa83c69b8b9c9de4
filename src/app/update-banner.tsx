import { Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { messages } from '../i18n/messages.ts'
import { useLine } from '../screen/queries-waiting.ts'
import { Button } from '../ui/button.tsx'
import { useDevice } from '../screen/device.ts'
import { fetchUpdate, onUpdate, readUpdate, takeUpdate } from '../screen/update.ts'

/**
 * Offers a new version; never installs it by itself (rule 92). If the server no longer answers this one (426), it says
 * so: nothing is sent until the app is updated, and everything is kept.
 */
export function UpdateBanner() {
  const { i18n } = useLingui()
  const { session } = useDevice()
  const update = useSyncExternalStore(onUpdate, readUpdate)
  const tooOld = useLine() === 'app-too-old'
  if (update === 'none' && !tooOld) return null
  return (
    <div className={tooOld ? 'banner is-failed' : 'banner'} role={tooOld ? 'alert' : 'status'}>
      <span className="grow">
        {update === 'unsaved-here' ? (
          <Trans>Save what you have typed here first, or leave it; then update.</Trans>
        ) : update === 'unsaved-elsewhere' ? (
          <Trans>Another tab of this app holds something unsaved. Save it there, then update.</Trans>
        ) : update === 'taking' ? (
          <Trans>What is being sent goes first, then the new version opens.</Trans>
        ) : update === 'taken' ? (
          <Trans>Another tab has taken the new version. Save what is here, then open it here too.</Trans>
        ) : tooOld ? (
          i18n._(messages.app_too_old)
        ) : (
          <Trans>A new version is ready. Drafts stay, and what waits to be sent is kept.</Trans>
        )}
        {session.shared && update !== 'unsaved-here' && update !== 'unsaved-elsewhere' && update !== 'taking' ? (
          <>
            {' '}
            <Trans>Afterwards your PIN or password is asked for again, since others use this device too.</Trans>
          </>
        ) : null}
      </span>
      {update === 'taking' ? null : (
        <Button small onClick={() => void (tooOld ? fetchUpdate() : takeUpdate())}>
          <Trans>Update now</Trans>
        </Button>
      )}
    </div>
  )
}
