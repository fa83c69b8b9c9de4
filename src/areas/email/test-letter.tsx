import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Language } from '../../../contract/kernel/constants.ts'
import type { Letter } from '../../../contract/email/email.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.ts'
import { sendTestLetter } from './commands.ts'

/** Sends the editor's text to one's own address, by mail or SMS, saved or not. */
export function TestLetter({
  id,
  lang,
  letter,
  wrong,
}: {
  id: string
  lang: Language
  letter: Letter
  wrong: boolean
}) {
  const { t } = useLingui()
  const { person } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [busy, setBusy] = useState(false)
  async function send(by: 'mail' | 'sms', to: string) {
    if (busy) return
    setBusy(true)
    const outcome = await sendTestLetter(id, lang, by, letter)
    setBusy(false)
    if (outcome.kind === 'done') showToast({ kind: 'saved', title: t`The test is on its way to ${to}` })
    else showToast({ kind: 'failed', title: t`The test was not sent`, text: words(outcome) })
  }
  const whyNot = (to: string | null) =>
    offline
      ? t`You need to be online to send a test.`
      : wrong
        ? t`Something in the text is wrong; see the field.`
        : to
          ? null
          : t`You have no address for this in your profile.`
  const button = (by: 'mail' | 'sms', to: string | null) => (
    <Button
      whyDisabled={whyNot(to)}
      showWhy={false}
      aria-busy={busy || undefined}
      onClick={() => void (to && send(by, to))}
    >
      {by === 'mail' ? <Trans>Send me a test email</Trans> : <Trans>Send a test SMS to me</Trans>}
    </Button>
  )
  return (
    <>
      {button('mail', person.email)}
      {button('sms', person.phone)}
    </>
  )
}
