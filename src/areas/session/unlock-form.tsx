import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { PIN_MOST, PIN_TRIES } from '../../../contract/kernel/constants.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/text-input.tsx'
import { openSealed } from './commands-shared.ts'

/**
 * Opens the encrypted data here by PIN, if there is one, or by password, without a network. `misses` counts the wrong
 * PINs so far; before the last attempts the form warns what the fifth does, and to how many unsent changes.
 */
export function UnlockForm({
  person,
  hasPin,
  misses,
  unsent,
  act,
  onOpen,
}: {
  person: string
  hasPin: boolean
  misses: number
  unsent: number
  act: React.ReactNode
  onOpen: () => void
}) {
  const { t } = useLingui()
  const [byPin, setByPin] = useState(hasPin)
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<'empty' | 'pin' | 'password' | null>(null)
  const [left, setLeft] = useState(PIN_TRIES - misses)
  const [busy, setBusy] = useState(false)

  async function unlock(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (busy) return
    const tell = (what: typeof wrong) => {
      setWrong(what)
      form.querySelector('input')?.focus()
    }
    if (!typed) return tell('empty')
    setBusy(true)
    const tried = await openSealed(person, byPin ? { pin: typed } : { password: typed }).finally(() => setBusy(false))
    setTyped('')
    if (tried.kind === 'open') return onOpen()
    // the session has ended with the key: the page leaves for the sign-in
    if (tried.kind === 'destroyed') return
    if (tried.left !== null) setLeft(tried.left)
    tell(byPin ? 'pin' : 'password')
  }
  const turn = () => {
    setByPin(!byPin)
    setTyped('')
    setWrong(null)
  }
  const tries = t`${plural(left, { one: '# try is left.', other: '# tries are left.' })}`
  return (
    <form onSubmit={(event) => void unlock(event)} noValidate>
      <Field
        label={byPin ? <Trans>PIN</Trans> : <Trans>Password</Trans>}
        error={
          wrong === 'pin'
            ? `${t`That is not the PIN.`} ${tries}`
            : wrong === 'password'
              ? t`This password does not open it. If yours was changed elsewhere, it is the one of before.`
              : wrong === 'empty'
                ? byPin
                  ? t`Enter your PIN.`
                  : t`Enter your password.`
                : null
        }
      >
        <PasswordInput
          key={String(byPin)}
          autoComplete={byPin ? 'off' : 'current-password'}
          enterKeyHint="go"
          autoFocus
          {...(byPin && { inputMode: 'numeric' as const, maxLength: PIN_MOST })}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      {byPin && left < PIN_TRIES ? (
        <p className="sm danger-text">
          <Trans>After five wrong PINs this device destroys its key, and no one can read what is encrypted here.</Trans>{' '}
          {unsent ? (
            <Plural
              value={unsent}
              one="# change that was not sent is then lost; all else comes back from the server."
              other="# changes that were not sent are then lost; all else comes back from the server."
            />
          ) : (
            <Trans>All of it comes back from the server when you sign in.</Trans>
          )}
        </p>
      ) : null}
      <Button type="submit" look="primary" block whyDisabled={busy ? t`Opening…` : null} showWhy={false}>
        {act}
      </Button>
      {hasPin ? (
        <Button look="quiet" block onClick={turn}>
          {byPin ? <Trans>Use the password instead</Trans> : <Trans>Use the PIN instead</Trans>}
        </Button>
      ) : null}
    </form>
  )
}
