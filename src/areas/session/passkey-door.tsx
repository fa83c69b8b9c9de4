import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { whenIdle } from '../../ui/when-idle.ts'
import { useDoorWords } from './door-words.ts'
import { fillsPasskeys, hasPasskeys } from './passkey-support.ts'

/**
 * Sign-in with a passkey, without password and code: by the button, or from the names that the browser offers (decision
 * 0078). Only on a personal device, since a shared one encrypts its data with the password.
 */
export function PasskeyDoor({
  clinicId,
  shared,
  entering,
  onIn,
  onProblem,
}: {
  clinicId: string | null
  shared: boolean
  /** True while someone signs in with the password: the list of names is closed, so that no one signs in twice. */
  entering: boolean
  onIn: () => void
  onProblem: (words: string | null) => void
}) {
  const { t } = useLingui()
  const words = useDoorWords()
  const [busy, setBusy] = useState(false)

  /** Without `signal` by the button; else by the list, until the signal aborts. */
  async function enter(signal?: AbortSignal) {
    const { signInByPasskey } = await import('./commands-passkey.ts')
    const outcome = await signInByPasskey(clinicId, signal !== undefined, () => !signal?.aborted)
    switch (outcome.kind) {
      case 'done':
        return onIn()
      case 'cancelled':
        return
      case 'sealed':
        return onProblem(t`Your data on this device is encrypted with your password. Sign in with the password.`)
      case 'known':
      case 'impossible':
        return signal ? undefined : onProblem(t`This browser could not use a passkey here.`)
      default:
        // a failure to offer the list is not shown: the person has not asked for anything yet
        return signal && outcome.kind !== 'refused' ? undefined : onProblem(words(outcome))
    }
  }
  const enterByList = useEffectEvent(enter)

  useEffect(() => {
    if (shared || busy || entering) return undefined
    let asking: AbortController | null = null
    const ask = () => {
      asking?.abort()
      asking = new AbortController()
      // without the list, the button still works
      void enterByList(asking.signal).catch(() => {})
    }
    let gone = false
    const callOff = whenIdle(() => void fillsPasskeys().then((can) => (can && !gone ? ask() : undefined)))
    const renewal = setInterval(() => (asking && document.visibilityState === 'visible' ? ask() : undefined), RENEW_MS)
    return () => {
      gone = true
      callOff()
      clearInterval(renewal)
      if (!asking) return
      asking.abort()
      void import('./passkey-browser.ts').then(({ stopAsking }) => stopAsking())
    }
  }, [shared, busy, entering])

  async function press() {
    onProblem(null)
    setBusy(true)
    await enter().finally(() => setBusy(false))
  }
  if (!hasPasskeys()) return null
  return (
    <Button
      block
      whyDisabled={
        shared
          ? t`Not available on a shared device: your data there is encrypted with your password.`
          : busy || entering
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

/** The challenge is valid for five minutes; it is renewed before. */
const RENEW_MS = 4.5 * 60_000
