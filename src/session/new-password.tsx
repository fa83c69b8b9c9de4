import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { MessageCode } from '../../contract/messages.ts'
import { passwordStrength, whyNotPassword } from '../../contract/password.rules.ts'
import { messages } from '../i18n/messages.ts'
import { Field } from '../ui/field.tsx'
import { PasswordStrength } from '../ui/password-strength.tsx'
import { PasswordInput } from '../ui/text-input.tsx'
import { useLeastPassword } from './least-password.ts'

/** A new password, how strong it is, and itself once more (SPEC §5). `why` and `mismatch` come from the form when it is sent. */
export function NewPassword({
  typed,
  password,
  repeat,
  why,
  mismatch,
  label,
}: {
  /** What stands in the first field now. */
  typed: string
  password: UseFormRegisterReturn
  repeat: UseFormRegisterReturn
  why: MessageCode | null
  mismatch: boolean
  label?: ReactNode
}) {
  const { t, i18n } = useLingui()
  const least = useLeastPassword()
  const score = passwordStrength(typed, least)
  const reason = typed === '' ? null : whyNotPassword(typed, least)
  const said = (code: MessageCode) =>
    code === 'password_short' ? t`The password is too short. At least ${least} characters.` : i18n._(messages[code])
  return (
    <>
      <Field
        label={label ?? <Trans>Password</Trans>}
        required
        error={why ? said(why) : null}
        help={
          typed === '' ? (
            <Trans>At least {least} characters; longer, with letters, numbers and signs, is better.</Trans>
          ) : (
            <PasswordStrength
              score={score}
              hint={reason ? said(reason) : score < 3 ? i18n._(messages.password_weak) : null}
            />
          )
        }
      >
        <PasswordInput {...password} autoComplete="new-password" maxLength={128} />
      </Field>
      <Field
        label={<Trans>Password once more</Trans>}
        required
        error={mismatch ? i18n._(messages.password_mismatch) : null}
      >
        <PasswordInput {...repeat} autoComplete="new-password" maxLength={128} />
      </Field>
    </>
  )
}
