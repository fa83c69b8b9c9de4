import './session-list.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { messages } from '../../i18n/messages.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordInput, TextInput } from '../../ui/text-input.tsx'
import { confirmFactor, startFactor } from './commands-account.ts'
import { FactorCode } from './factor-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

type Step =
  | { readonly kind: 'password' }
  | { readonly kind: 'scan'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'recovery'; readonly codes: readonly string[] }

/** Turns the second factor on in three steps: the password, the app's code, the recovery codes (TRUST D3). */
export function TotpSteps({
  cancel,
  onCancel,
  onDone,
}: {
  /** The label of the cancel button. */
  cancel: ReactNode
  onCancel: () => void
  /** Called once the recovery codes have been kept. */
  onDone: () => void
}) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const [step, setStep] = useState<Step>({ kind: 'password' })
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  function go(next: Step) {
    setStep(next)
    setTyped('')
    setProblem(null)
  }
  async function prove() {
    if (!typed) return setProblem(t`Enter your password.`)
    const outcome = await startFactor(typed)
    if (outcome.kind === 'done') go({ kind: 'scan', secret: outcome.reply.secret, uri: outcome.reply.uri })
    else setProblem(words(outcome))
  }
  async function confirm() {
    const outcome = await confirmFactor(typed)
    if (outcome.kind === 'done') go({ kind: 'recovery', codes: outcome.reply.recovery })
    else setProblem(words(outcome))
  }
  switch (step.kind) {
    case 'password':
      return (
        <FactorForm onSubmit={prove} cancel={cancel} onCancel={onCancel} act={<Trans>Continue</Trans>}>
          <Field label={<Trans>Your password</Trans>} required error={problem}>
            <PasswordInput
              autoComplete="current-password"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </FactorForm>
      )
    case 'scan':
      return (
        <FactorForm
          onSubmit={confirm}
          cancel={cancel}
          onCancel={onCancel}
          act={<Trans>Turn on two-step sign-in</Trans>}
        >
          <FactorCode secret={step.secret} uri={step.uri} />
          <Field label={<Trans>The six digits the app shows now</Trans>} required error={problem}>
            <TextInput
              value={typed}
              inputMode="numeric"
              autoComplete="one-time-code"
              enterKeyHint="done"
              maxLength={10}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
        </FactorForm>
      )
    case 'recovery':
      return (
        <div className="stack">
          <Note tone="saved" alert>
            {i18n._(messages.process_completed)} <Trans>Two-step sign-in is on.</Trans>
          </Note>
          <RecoveryCodes codes={step.codes} />
          <div>
            <Button look="primary" onClick={onDone}>
              <Trans>I have saved them</Trans>
            </Button>
          </div>
        </div>
      )
  }
}

/** One step of the second factor, with a submit and a cancel button. */
export function FactorForm({
  onSubmit,
  cancel,
  onCancel,
  act,
  children,
}: {
  onSubmit: () => Promise<void>
  cancel: ReactNode
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
        <Button onClick={onCancel}>{cancel}</Button>
        <Button type="submit" look="primary" whyDisabled={busy ? t`One moment, please.` : null} showWhy={false}>
          {act}
        </Button>
      </div>
    </form>
  )
}
