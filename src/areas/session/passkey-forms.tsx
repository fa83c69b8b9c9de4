import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { PASSKEY_NAME_MAX } from '../../../contract/kernel/constants.ts'
import type { Passkey } from '../../../contract/session/session.passkey.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordInput, TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { removePasskey, renamePasskey } from './commands-account.ts'
import { FactorForm } from './totp-steps.tsx'

type Faults = { readonly name?: string; readonly password?: string; readonly form?: string }

/** Asks for a name and the password, then opens the browser's dialog. Closing that dialog returns here. */
export function AddPasskey({
  cancel,
  onCancel,
  onDone,
}: {
  cancel: ReactNode
  onCancel: () => void
  onDone: () => void
}) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<Faults>({})
  async function add() {
    const missing: Faults = {
      ...(name.trim() ? {} : { name: t`Enter a name, such as “Phone”.` }),
      ...(password ? {} : { password: t`Enter your password.` }),
    }
    setFaults(missing)
    if (Object.keys(missing).length) return
    const { addPasskey } = await import('./commands-passkey.ts')
    const outcome = await addPasskey(password, name)
    switch (outcome.kind) {
      case 'done':
        showToast({ kind: 'saved', title: t`The passkey is added.` })
        return onDone()
      case 'cancelled':
        return
      case 'known':
        return setFaults({ form: t`This device has a passkey of this account already.` })
      case 'impossible':
        return setFaults({ form: t`This browser could not make a passkey here.` })
      default:
        return setFaults(
          outcome.kind === 'refused' && outcome.code === 'password_wrong'
            ? { password: words(outcome) }
            : { form: words(outcome) },
        )
    }
  }
  return (
    <FactorForm onSubmit={add} cancel={cancel} onCancel={onCancel} act={<Trans>Continue</Trans>}>
      {faults.form ? (
        <Note tone="failed" alert>
          {faults.form}
        </Note>
      ) : null}
      <Field
        label={<Trans>Name of the passkey</Trans>}
        required
        help={<Trans>So that you know it again, such as “Phone”.</Trans>}
        error={faults.name}
      >
        <TextInput
          value={name}
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label={<Trans>Your password</Trans>} required error={faults.password}>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FactorForm>
  )
}

export function RenamePasskey({
  passkey,
  onCancel,
  onDone,
}: {
  passkey: Passkey
  onCancel: () => void
  onDone: () => void
}) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [name, setName] = useState(passkey.name)
  const [problem, setProblem] = useState<string | null>(null)
  async function rename() {
    if (!name.trim()) return setProblem(t`Enter a name, such as “Phone”.`)
    const outcome = await renamePasskey(passkey.id, name)
    if (outcome.kind !== 'done') return setProblem(words(outcome))
    showToast({ kind: 'saved', title: t`The passkey is renamed.` })
    onDone()
  }
  return (
    <FactorForm onSubmit={rename} cancel={<Trans>Cancel</Trans>} onCancel={onCancel} act={<Trans>Save</Trans>}>
      <Field label={<Trans>Name of the passkey</Trans>} required error={problem}>
        <TextInput
          value={name}
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
    </FactorForm>
  )
}

export function RemovePasskey({
  passkey,
  onCancel,
  onDone,
}: {
  passkey: Passkey
  onCancel: () => void
  onDone: () => void
}) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  async function remove() {
    if (!password) return setProblem(t`Enter your password.`)
    const outcome = await removePasskey(passkey.id, password)
    if (outcome.kind !== 'done') return setProblem(words(outcome))
    showToast({ kind: 'saved', title: t`The passkey is removed.` })
    onDone()
  }
  return (
    <FactorForm
      onSubmit={remove}
      cancel={<Trans>Keep it</Trans>}
      onCancel={onCancel}
      act={<Trans>Remove the passkey</Trans>}
    >
      <p>
        <Trans>
          <b>{passkey.name}</b> no longer opens this account. Your device still shows it until you delete it there too.
        </Trans>
      </p>
      <Field label={<Trans>Your password</Trans>} required error={problem}>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
    </FactorForm>
  )
}
