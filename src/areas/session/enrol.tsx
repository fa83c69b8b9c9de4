import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { SessionRecord } from '../../api/session-record.ts'
import { signOut } from './commands-sign-out.ts'
import { noteEnrolled } from './commands-account.ts'
import { Button } from '../../ui/button.tsx'
import { AddPasskey } from './passkey-forms.tsx'
import { hasPasskeys } from './passkey-support.ts'
import { EntryPage, useHostFace } from './entry-page.tsx'
import { TotpSteps } from './totp-steps.tsx'

/**
 * Replaces the app at any address while this person must set up a second factor (TRUST D3). The server refuses
 * everything else; once it is set up, the requested address opens.
 */
export function EnrolScreen({ person, shared }: Pick<SessionRecord, 'person'> & { shared: boolean }) {
  const face = useHostFace()
  const router = useRouter()
  const [byPasskey, setByPasskey] = useState(false)
  const way = {
    cancel: <Trans>Sign out</Trans>,
    onCancel: () => void signOut({ person }),
    onDone: () => void noteEnrolled().then(() => router.invalidate()),
  }
  return (
    <EntryPage
      face={face}
      title={<Trans>Set up two-step sign-in</Trans>}
      intro={
        byPasskey ? (
          <Trans>
            A password alone is not enough for this account, because it opens patients’ records. From now on you sign in
            with a passkey, at this address and on a device of your own.
          </Trans>
        ) : (
          <Trans>
            A password alone is not enough for this account, because it opens patients’ records. You need an
            authenticator app on your phone. It takes about two minutes.
          </Trans>
        )
      }
    >
      {byPasskey ? <AddPasskey {...way} /> : <TotpSteps {...way} />}
      {hasPasskeys() && !shared ? (
        <Button look="quiet" block onClick={() => setByPasskey(!byPasskey)}>
          {byPasskey ? <Trans>Use an authenticator app instead</Trans> : <Trans>Use a passkey instead</Trans>}
        </Button>
      ) : null}
    </EntryPage>
  )
}
