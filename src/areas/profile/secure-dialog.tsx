import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import type { Profile } from '../../../contract/profile/profile.ts'
import { isIdentityNumber } from '../../../contract/kernel/identity.rules.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { IdentityField } from '../../ui/identity-field.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordInput, TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { secureProfile } from './commands.ts'

/**
 * Changes email or identity number, confirmed by the password, so that whoever finds an open device cannot take over
 * the account.
 */
export function SecureDialog({
  part,
  profile,
  onClose,
}: {
  part: 'email' | 'identity'
  profile: Profile
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const words = useProblemWords()
  const [email, setEmail] = useState(profile.email ?? '')
  const [identity, setIdentity] = useState({ identity: '', nonCitizen: profile.nonCitizen })
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<'email' | 'identity' | 'password' | null>(null)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)

  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    const typed = identity.identity.trim()
    const found =
      part === 'email' && !v.is(v.pipe(v.string(), v.email()), email.trim())
        ? 'email'
        : part === 'identity' && (!typed || (!identity.nonCitizen && !isIdentityNumber(typed)))
          ? 'identity'
          : password
            ? null
            : 'password'
    setWrong(found)
    setProblem(null)
    if (found) return document.getElementById(`secure-${found}`)?.focus()
    setBusy(true)
    const outcome = await secureProfile({
      password,
      ...(part === 'email' ? { email: email.trim() } : { identity: typed, nonCitizen: identity.nonCitizen }),
    })
    setBusy(false)
    if (outcome.kind !== 'done') {
      setProblem(outcome)
      if (outcome.kind === 'refused' && outcome.code === 'password_wrong') {
        setPassword('')
        document.getElementById('secure-password')?.focus()
      }
      return
    }
    device.kick()
    showToast({
      kind: 'saved',
      title: part === 'email' ? t`Your email has been changed` : t`Your identity number is changed`,
    })
    onClose()
  }

  const code = problem?.kind === 'refused' ? problem.code : null
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={part === 'email' ? <Trans>Change the email</Trans> : <Trans>Change the identity number</Trans>}
      description={
        part === 'email' ? (
          <Trans>You sign in with it, and links for a new password go there.</Trans>
        ) : (
          <Trans>Every time it is shown, this is recorded in the audit log.</Trans>
        )
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void (busy ? event.preventDefault() : save(event))}>
        {problem && code !== 'password_wrong' && <Note tone="failed" alert title={words(problem)} />}
        {part === 'email' ? (
          <Field
            id="secure-email"
            label={t`New email`}
            required
            error={wrong === 'email' ? t`Enter an address such as name@example.com.` : null}
          >
            <TextInput
              type="email"
              autoComplete="email"
              maxLength={200}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
        ) : (
          <IdentityField
            id="secure-identity"
            value={identity}
            onChange={setIdentity}
            required
            error={wrong === 'identity' ? t`Enter the number.` : null}
          />
        )}
        <Field
          id="secure-password"
          label={t`Your password`}
          required
          error={
            wrong === 'password'
              ? t`Enter your password.`
              : code === 'password_wrong' && problem
                ? words(problem)
                : null
          }
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
          <Button type="submit" look="primary" aria-busy={busy || undefined}>
            {busy ? <Trans>One moment…</Trans> : <Trans>Change</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
