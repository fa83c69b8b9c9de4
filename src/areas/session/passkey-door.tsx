import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { whenIdle } from '../../ui/when-idle.ts'
import { fillsPasskeys, hasPasskeys } from './passkey-support.ts'

/**
 * In by a passkey, without password and code: by the button, or from the names the browser fills in (decision 0078). Only on a device of
 * one's own, since what a shared one keeps is sealed with the password.
 */
export function PasskeyDoor({
  clinicId,
  shared,
  onIn,
  onProblem,
}: {
  clinicId: string | null
  shared: boolean
  onIn: () => void
  onProblem: (words: string | null) => void
}) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [busy, setBusy] = useState(false)
  // one way in at a time: the list may be used while the button's dialog opens
  const entering = useRef(false)

  async function enter(autofill: boolean) {
    let isMine = !autofill
    const mayGoOn = () => {
      if (autofill && entering.current) return false
      isMine = entering.current = true
      return true
    }
    const outcome = await import('./commands-passkey.ts')
      .then(({ signInByPasskey }) => signInByPasskey(clinicId, autofill, mayGoOn))
      .finally(() => {
        if (isMine) entering.current = false
      })
    switch (outcome.kind) {
      case 'done':
        return onIn()
      case 'cancelled':
        return
      case 'sealed':
        return onProblem(
          t`What you have on this device is sealed with your password. Please sign in with the password.`,
        )
      case 'known':
      case 'impossible':
        return autofill ? undefined : onProblem(t`This browser could not use a passkey here.`)
      default:
        // nobody has asked for anything yet when the list of names cannot be had
        return autofill && outcome.kind !== 'refused' ? undefined : onProblem(words(outcome))
    }
  }
  const enterByList = useEffectEvent(() => enter(true))

  useEffect(() => {
    if (shared || busy) return undefined
    let asked = false
    const ask = () => {
      asked = true
      // the button is there where the list is not
      void enterByList().catch(() => {})
    }
    let gone = false
    const callOff = whenIdle(() => void fillsPasskeys().then((can) => (can && !gone ? ask() : undefined)))
    const renewal = setInterval(() => (asked && document.visibilityState === 'visible' ? ask() : undefined), RENEW_MS)
    return () => {
      gone = true
      callOff()
      clearInterval(renewal)
      if (asked) void import('./passkey-browser.ts').then(({ stopAsking }) => stopAsking())
    }
  }, [shared, busy])

  async function press() {
    if (entering.current) return
    entering.current = true
    onProblem(null)
    setBusy(true)
    await enter(false).finally(() => setBusy(false))
  }
  if (!hasPasskeys()) return null
  return (
    <Button
      block
      whyDisabled={
        shared
          ? t`Not on a device that others use too: what it keeps is sealed with your password.`
          : busy
            ? t`One moment, please.`
            : null
      }
      showWhy={shared}
      onClick={() => void press()}
    >
      <KeyRound aria-hidden="true" />
      <Trans>Sign in with a passkey</Trans>
    </Button>
  )
}

/** What the browser is to sign is good for five minutes; it is asked anew before. */
const RENEW_MS = 4.5 * 60_000
