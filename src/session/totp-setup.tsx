import './session-list.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messages } from '../i18n/messages.ts'
import { useProblemWords } from '../shell/problem-note.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { ListSkeleton, LoadError } from '../ui/states.tsx'
import { PasswordInput, TextInput } from '../ui/text-input.tsx'
import { showToast } from '../ui/toast.ts'
import { confirmFactor, startFactor, turnFactorOff } from './commands-account.ts'
import { FactorCode } from './factor-code.tsx'
import { useFactor } from './queries-account.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

type Step =
  | { readonly kind: 'shown' }
  | { readonly kind: 'password'; readonly to: 'on' | 'off' }
  | { readonly kind: 'scan'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'recovery'; readonly codes: readonly string[] }

/** The second factor of those who work here, for /profile (TRUST D3): on in three steps, off with the password. */
export function TotpSetup({ whyOffline }: { whyOffline?: string | null }) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const [asked, askAgain] = useFactor()
  const [step, setStep] = useState<Step>({ kind: 'shown' })
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  if (asked.state === 'asking') return <ListSkeleton rows={1} />
  if (asked.state === 'none')
    return whyOffline ? <Note tone="offline">{whyOffline}</Note> : <LoadError onRetry={askAgain} />
  const { since, recoveryLeft } = asked.value

  function go(next: Step) {
    setStep(next)
    setTyped('')
    setProblem(null)
  }
  async function prove(to: 'on' | 'off') {
    if (!typed) return setProblem(t`Please enter your password.`)
    if (to === 'off') {
      const outcome = await turnFactorOff(typed)
      if (outcome.kind !== 'done') return setProblem(words(outcome))
      showToast({ kind: 'saved', title: t`The second factor is off.` })
      go({ kind: 'shown' })
      return askAgain()
    }
    const outcome = await startFactor(typed)
    if (outcome.kind === 'done') go({ kind: 'scan', secret: outcome.reply.secret, uri: outcome.reply.uri })
    else setProblem(words(outcome))
  }
  async function prove6() {
    const outcome = await confirmFactor(typed)
    if (outcome.kind !== 'done') return setProblem(words(outcome))
    go({ kind: 'recovery', codes: outcome.reply.recovery })
    askAgain()
  }

  switch (step.kind) {
    case 'shown':
      return (
        <div className="stack">
          <p className="row wrap">
            <b>{since ? <Trans>On.</Trans> : <Trans>Off.</Trans>}</b>
            <span>
              <Trans>When signing in, a code of your phone is asked for beside the password.</Trans>
            </span>
          </p>
          {since && recoveryLeft < 3 ? (
            <Note tone="conflict">
              <Plural
                value={recoveryLeft}
                _0="No recovery code is left. Turn the second factor off and on again to get new ones."
                one="# recovery code is left. Turn the second factor off and on again to get new ones."
                other="# recovery codes are left. Turn the second factor off and on again to get new ones."
              />
            </Note>
          ) : null}
          <div>
            <Button
              look={since ? 'danger' : 'default'}
              whyDisabled={whyOffline}
              onClick={() => go({ kind: 'password', to: since ? 'off' : 'on' })}
            >
              {since ? <Trans>Turn the second factor off</Trans> : <Trans>Turn the second factor on</Trans>}
            </Button>
          </div>
        </div>
      )
    case 'password':
      return (
        <Asking onSubmit={() => prove(step.to)} onCancel={() => go({ kind: 'shown' })} act={<Trans>Continue</Trans>}>
          <Field label={<Trans>Your password</Trans>} required error={problem}>
            <PasswordInput value={typed} onChange={(event) => setTyped(event.target.value)} />
          </Field>
        </Asking>
      )
    case 'scan':
      return (
        <Asking onSubmit={prove6} onCancel={() => go({ kind: 'shown' })} act={<Trans>Turn the second factor on</Trans>}>
          <FactorCode secret={step.secret} uri={step.uri} />
          <Field label={<Trans>The six digits the app shows now</Trans>} required error={problem}>
            <TextInput
              value={typed}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </Asking>
      )
    case 'recovery':
      return (
        <div className="stack">
          <Note tone="saved" alert>
            {i18n._(messages.process_completed)} <Trans>The second factor is on.</Trans>
          </Note>
          <RecoveryCodes codes={step.codes} />
          <div>
            <Button look="primary" onClick={() => go({ kind: 'shown' })}>
              <Trans>I have kept them</Trans>
            </Button>
          </div>
        </div>
      )
  }
}

function Asking({
  onSubmit,
  onCancel,
  act,
  children,
}: {
  onSubmit: () => Promise<void>
  onCancel: () => void
  act: ReactNode
  children: ReactNode
}) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await onSubmit()
    setBusy(false)
  }
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      {children}
      <div className="row wrap">
        <Button onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" look="primary" whyDisabled={busy ? t`One moment, please.` : null} showWhy={false}>
          {act}
        </Button>
      </div>
    </form>
  )
}
