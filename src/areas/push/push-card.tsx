import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Note } from '../../ui/note.tsx'
import { showToast } from '../../ui/toast.ts'
import { pushSupport } from './browser.ts'
import { isOnFor, switchOff, switchOn, testPush } from './commands.ts'

/** Push on this device: a switch, which makes the browser ask, and a test (SCREENS B2, B31). */
export function PushCard() {
  const { t } = useLingui()
  const { person } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [support, setSupport] = useState(pushSupport)
  const [on, setOn] = useState(() => isOnFor(person.id) && pushSupport() === 'allowed')
  const [busy, setBusy] = useState(false)
  const sayNot = (outcome: Problem | { readonly kind: 'refused-here' }) =>
    showToast({
      kind: 'failed',
      title: t`Notifications are not on`,
      text:
        outcome.kind === 'refused-here'
          ? t`This browser did not allow it, or has no push service of its own.`
          : words(outcome),
    })

  async function change(next: boolean) {
    if (busy) return
    setBusy(true)
    // the switch moves at once; a refusal moves it back
    setOn(next)
    if (next) {
      const outcome = await switchOn(person.id)
      setOn(outcome.kind === 'done')
      if (outcome.kind !== 'done') sayNot(outcome)
    } else {
      await switchOff()
    }
    setSupport(pushSupport())
    setBusy(false)
  }
  async function test() {
    if (busy) return
    setBusy(true)
    const outcome = await testPush()
    setBusy(false)
    if (outcome.kind === 'done') showToast({ kind: 'saved', title: t`A test is on its way to this device` })
    else sayNot(outcome)
  }

  return (
    <Card title={<Trans>Notifications on this device</Trans>}>
      <div className="stack-2">
        <p className="sm dim">
          <Trans>
            They arrive even when the app is closed. They only say that there is something new, never about whom or
            what; you see the rest in the app.
          </Trans>
        </p>
        {support === 'none' ? (
          <Note>
            <Trans>
              This browser has no notifications here. On an iPhone or iPad, first add the app to the home screen and
              open it from there.
            </Trans>
          </Note>
        ) : support === 'refused' ? (
          <Note>
            <Trans>
              This browser has been told not to show notifications of this address. Allow them in its settings for this
              page, then come back.
            </Trans>
          </Note>
        ) : (
          <>
            <Switch
              checked={on}
              disabled={offline && !on}
              aria-busy={busy || undefined}
              onChange={(event) => void change(event.target.checked)}
            >
              <Trans>Notify me on this device</Trans>
            </Switch>
            {offline && !on && (
              <p className="sm dim">
                <Trans>You need to be online to turn them on.</Trans>
              </p>
            )}
            <div>
              <Button
                whyDisabled={
                  busy
                    ? t`One moment…`
                    : offline
                      ? t`You need to be online to send a test.`
                      : on
                        ? null
                        : t`Switch notifications on for this device first.`
                }
                showWhy={false}
                aria-busy={busy || undefined}
                onClick={() => void test()}
              >
                <Trans>Send a test to this device</Trans>
              </Button>
            </div>
          </>
        )}
      </div>
    </Card>
  )
}
