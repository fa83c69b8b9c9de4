import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/text-input.tsx'
import { dropMail } from './commands-mail.ts'

/** Confirms that the clinic's own mail server is removed, with one's own password. */
export function RemoveMail({
  whyDisabled,
  onCancel,
  onDone,
}: {
  whyDisabled: string | null
  onCancel: () => void
  onDone: () => void
}) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function remove(event: FormEvent) {
    event.preventDefault()
    // the dialog is inside the clinic's own form
    event.stopPropagation()
    if (busy || whyDisabled) return
    if (!password) setFault(t`Enter your password.`)
    else {
      setBusy(true)
      const outcome = await dropMail(password)
      setBusy(false)
      if (outcome.kind === 'done') return onDone()
      setFault(words(outcome))
    }
    document.getElementById('clinic-mail-remove')?.focus()
  }
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title={<Trans>Remove the clinic’s mail server?</Trans>}
      description={
        <Trans>
          No one at this clinic gets a password link any more. Anyone who forgets their password needs a recovery code.
        </Trans>
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void remove(event)}>
        <Field id="clinic-mail-remove" label={<Trans>Your own password</Trans>} required error={fault}>
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <div className="dialog-foot">
          <Button onClick={onCancel}>
            <Trans>Keep it</Trans>
          </Button>
          <Button type="submit" look="danger" aria-busy={busy || undefined} whyDisabled={whyDisabled}>
            {busy ? <Trans>One moment…</Trans> : <Trans>Remove mail server</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
