import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { MOST_WAITING } from '../../../contract/patient/patient-file.ts'
import { EntryPage, useHostFace } from '../session/entry-page.tsx'
import { WHY_NOT_SHARED, type WhyNotShared } from './shared.ts'

/**
 * /share: says why nothing of another app's share was kept. A share that was kept opens its own page instead
 * (src/sw/share.ts).
 */
export function ShareScreen() {
  const face = useHostFace()
  const reason = new URLSearchParams(location.search).get('why')
  const why = WHY_NOT_SHARED.find((each) => each === reason) ?? 'nothing'
  return (
    <EntryPage face={face} title={<Trans>Nothing of it was kept</Trans>}>
      <p>{WORDS[why]}</p>
      <div className="row wrap">
        <Link to="/appointment" search={{}} className="btn primary">
          {why === 'signed-out' ? <Trans>Sign in</Trans> : <Trans>To the appointments</Trans>}
        </Link>
      </div>
    </EntryPage>
  )
}

const WORDS: Readonly<Record<WhyNotShared, ReactNode>> = {
  'signed-out': (
    <Trans>
      No one is signed in here, so the next person to use this device could see what you shared. Sign in, then share it
      again.
    </Trans>
  ),
  'shared-device': (
    <Trans>
      This is a shared device, so it does not accept files from other apps. Choose the file in the patient’s record
      instead.
    </Trans>
  ),
  admin: <Trans>Files belong to patient records, which admins cannot see.</Trans>,
  nothing: <Trans>No file came with it. The app takes JPEG, PNG, WebP and PDF files up to 5 MB.</Trans>,
  many: (
    <Trans>
      Up to {MOST_WAITING} shared files can wait at a time. Add those that are waiting, or discard them, then share
      again.
    </Trans>
  ),
  full: <Trans>This device has no room for it. Free some space, then share it again.</Trans>,
  failed: <Trans>The files could not be read. Share them again.</Trans>,
  'no-worker': <Trans>The app was not ready yet on this device. Open it once, then share the files again.</Trans>,
}
