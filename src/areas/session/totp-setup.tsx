import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { ListSkeleton, LoadError } from '../../ui/states.tsx'
import { PasswordInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { turnFactorOff } from './commands-account.ts'
import { useFactor } from './queries-account.ts'
import { FactorForm, TotpSteps } from './totp-steps.tsx'

/**
 * The second factor, on /profile (TRUST D3): turned on in three steps, turned off with the password unless it is
 * required.
 */
export function TotpSetup({ whyOffline }: { whyOffline?: string | null }) {
  const { t } = useLingui()
  const [factor, askAgain] = useFactor()
  const [open, setOpen] = useState<'on' | 'off' | null>(null)
  if (factor.state === 'asking') return <ListSkeleton rows={1} />
  if (factor.state === 'none')
    return whyOffline ? <Note tone="offline">{whyOffline}</Note> : <LoadError onRetry={askAgain} />
  const { since, recoveryLeft, required } = factor.value
  function close() {
    setOpen(null)
    askAgain()
  }
  if (open === 'on') return <TotpSteps cancel={<Trans>Cancel</Trans>} onCancel={() => setOpen(null)} onDone={close} />
  if (open === 'off') return <TurnOff onCancel={() => setOpen(null)} onDone={close} />
  return (
    <div className="stack">
      <p className="row wrap">
        <b>{since ? <Trans>On.</Trans> : <Trans>Off.</Trans>}</b>
        <span>
          <Trans>You will need a code from your phone as well as your password.</Trans>
        </span>
      </p>
      {since && recoveryLeft < 3 ? (
        <Note tone="conflict">
          <Plural
            value={recoveryLeft}
            _0="No recovery code is left. Turn two-step sign-in off and on again to get new ones."
            one="# recovery code is left. Turn two-step sign-in off and on again to get new ones."
            other="# recovery codes are left. Turn two-step sign-in off and on again to get new ones."
          />
        </Note>
      ) : null}
      <div>
        <Button
          look={since ? 'danger' : 'default'}
          whyDisabled={
            whyOffline ?? (since && required ? t`It stays on: two-step sign-in is required for this account.` : null)
          }
          onClick={() => setOpen(since ? 'off' : 'on')}
        >
          {since ? <Trans>Turn off two-step sign-in</Trans> : <Trans>Turn on two-step sign-in</Trans>}
        </Button>
      </div>
    </div>
  )
}

function TurnOff({ onCancel, onDone }: { onCancel: () => void; onDone: () => void }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  async function prove() {
    if (!typed) return setProblem(t`Enter your password.`)
    const outcome = await turnFactorOff(typed)
    if (outcome.kind !== 'done') return setProblem(words(outcome))
    showToast({ kind: 'saved', title: t`Two-step sign-in is off.` })
    onDone()
  }
  return (
    <FactorForm onSubmit={prove} cancel={<Trans>Cancel</Trans>} onCancel={onCancel} act={<Trans>Continue</Trans>}>
      <Field label={<Trans>Your password</Trans>} required error={problem}>
        <PasswordInput value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </FactorForm>
  )
}
