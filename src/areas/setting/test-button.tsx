import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { sendTest } from './commands.ts'

/** Sends a test message to the superadmin's own address with the saved settings. */
export function TestButton({ by, unsaved }: { by: 'mail' | 'sms'; unsaved: boolean }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const offline = useIsOffline()
  const { person } = useDevice()
  const [busy, setBusy] = useState(false)
  const to = by === 'mail' ? person.email : person.phone
  const why = offline
    ? t`You need to be online to send a test.`
    : unsaved
      ? t`Save first: the test goes by what is saved.`
      : to
        ? null
        : t`You have no address for this in your profile.`
  const send = async () => {
    setBusy(true)
    const outcome = await sendTest(by)
    setBusy(false)
    if (outcome.kind === 'done') showToast({ kind: 'saved', title: t`The test is on its way to ${to ?? ''}` })
    else showToast({ kind: 'failed', title: t`The test was not sent`, text: words(outcome) })
  }
  return (
    <Button whyDisabled={why} aria-busy={busy || undefined} onClick={() => void (busy || send())}>
      {busy ? (
        <Trans>One moment…</Trans>
      ) : by === 'mail' ? (
        <Trans>Send me a test email</Trans>
      ) : (
        <Trans>Send a test SMS to me</Trans>
      )}
    </Button>
  )
}
