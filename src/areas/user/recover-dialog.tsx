import type { RecoverAct } from './recover-act.ts'
import '../session/session-list.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent, type ReactNode } from 'react'
import { useClinic } from '../clinic/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordInput } from '../../ui/text-input.tsx'

/**
 * Whether the signed-in person can recover accounts: users of a private clinic can, since its people get no link by
 * mail.
 */
export function useRecovers(): boolean {
  const { person } = useDevice()
  return useClinic(person.type === 'clinic' ? person.clinicId : null)?.private === true
}

/**
 * Makes a code that lets someone of a private clinic set a new password, after asking for one's own; it is shown only
 * this once.
 */
export function RecoverDialog({ name, recover, onClose }: { name: string; recover: RecoverAct; onClose: () => void }) {
  const { t } = useLingui()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const [code, setCode] = useState<string | null>(null)

  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    setMissing(password === '')
    if (password === '') return document.getElementById('recover-password')?.focus()
    setBusy(true)
    const outcome = await recover(password)
    setBusy(false)
    setPassword('')
    if (outcome.kind === 'done') return setCode(outcome.reply.code)
    setProblem(outcome)
    document.getElementById('recover-password')?.focus()
  }

  if (code)
    return (
      <Dialog open onOpenChange={onClose} title={<Trans>Recovery code for {name}</Trans>} description={<HowToUse />}>
        <div className="stack">
          <ul className="factor-recovery" role="status">
            <li>{code}</li>
          </ul>
          <Note>
            <Trans>
              Give it only to {name}, in person or on a phone number you know. It is not shown again; you can make a new
              one at any time.
            </Trans>
          </Note>
          <div className="dialog-foot">
            <CopyButton value={code} label={t`Copy the code`}>
              <Trans>Copy the code</Trans>
            </CopyButton>
            <Button look="primary" onClick={onClose}>
              <Trans>Done</Trans>
            </Button>
          </div>
        </div>
      </Dialog>
    )
  const isPassword = problem?.kind === 'refused' && problem.code === 'password_wrong'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<Trans>Recover access for {name}?</Trans>}
      description={
        <Trans>
          You get a code, good for 30 minutes, with which {name} sets a new password. Until it is used nothing changes;
          then all their sessions end, and they are told by email and SMS.
        </Trans>
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void ask(event)}>
        {problem && !isPassword ? <Note tone="failed" alert title={words(problem)} /> : null}
        <Field
          id="recover-password"
          label={t`Your own password`}
          required
          error={isPassword ? words(problem) : missing ? t`Enter your password.` : null}
        >
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            look="primary"
            aria-busy={busy || undefined}
            whyDisabled={offline ? t`You need to be online to do this.` : null}
          >
            {busy ? <Trans>One moment…</Trans> : <Trans>Make a code</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function HowToUse(): ReactNode {
  return (
    <Trans>
      On the sign-in page of your clinic: “Forgot your password?”, then “Enter a code”. It works once, and for 30
      minutes.
    </Trans>
  )
}
