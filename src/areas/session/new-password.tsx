import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { passwordStrength, whyNotPassword } from '../../../contract/kernel/password.rules.ts'
import { messages } from '../../i18n/messages.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordStrength } from '../../ui/password-strength.tsx'
import { PasswordInput } from '../../ui/text-input.tsx'
import { useLeastPassword } from '../../screen/least-password.ts'
import { whyNotTaken } from './password-fields.ts'

/**
 * A new password with its strength, typed again if `repeat` is set (SPEC §5). `why` and `mismatch` come from the form
 * after a submit.
 */
export function NewPassword({
  isStaff,
  leastSaid,
  typed,
  password,
  repeat,
  why,
  mismatch,
  label,
}: {
  /** Staff who work with patients' records need a stronger one. */
  isStaff: boolean
  /** The minimum length from a refusal: the page does not know whose account a link is for. */
  leastSaid?: number | null
  /** The current text of the first field. */
  typed: string
  password: UseFormRegisterReturn
  repeat?: UseFormRegisterReturn
  why: MessageCode | null
  mismatch: boolean
  label?: ReactNode
}) {
  const { t, i18n } = useLingui()
  const least = Math.max(useLeastPassword(isStaff), leastSaid ?? 0)
  const guessed = useGuessed(typed, isStaff)
  const reason = typed === '' ? null : (whyNotPassword(typed, least) ?? guessed)
  const score = reason ? 0 : passwordStrength(typed, least)
  const refusalText = (code: MessageCode) =>
    code === 'password_short' ? t`The password is too short. At least ${least} characters.` : i18n._(messages[code])
  return (
    <>
      <Field
        label={label ?? <Trans>Password</Trans>}
        required
        error={why ? refusalText(why) : null}
        help={
          typed === '' ? (
            <Trans>At least {least} characters; longer, with letters, numbers and signs, is better.</Trans>
          ) : (
            <PasswordStrength
              score={score}
              hint={reason ? refusalText(reason) : score < 3 ? i18n._(messages.password_weak) : null}
            />
          )
        }
      >
        <PasswordInput {...password} autoComplete="new-password" maxLength={128} />
      </Field>
      {repeat && (
        <Field
          label={<Trans>Repeat password</Trans>}
          required
          error={mismatch ? i18n._(messages.password_mismatch) : null}
        >
          <PasswordInput {...repeat} autoComplete="new-password" maxLength={128} />
        </Field>
      )}
    </>
  )
}

/** Why the typed password is too easy to guess, once typing pauses and the word lists have loaded. */
function useGuessed(typed: string, isStaff: boolean): MessageCode | null {
  const [found, setFound] = useState<{ typed: string; why: MessageCode | null } | null>(null)
  useEffect(() => {
    if (!typed) return
    let gone = false
    const resting = setTimeout(
      () => void whyNotTaken(typed, isStaff).then((why) => !gone && setFound({ typed, why })),
      RESTING_MS,
    )
    return () => {
      gone = true
      clearTimeout(resting)
    }
  }, [typed, isStaff])
  return found?.typed === typed ? found.why : null
}

const RESTING_MS = 250
