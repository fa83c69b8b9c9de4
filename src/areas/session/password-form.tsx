import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { messages } from '../../i18n/messages.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { changePassword } from './commands-account.ts'
import { focusFirstError } from './focus-first-error.ts'
import { NewPassword } from './new-password.tsx'
import { codeOf, passwordFaults, resolverOf, type TwoPasswords } from './password-fields.ts'

type Form = TwoPasswords & { readonly current: string }
const EMPTY: Form = { current: '', password: '', repeat: '' }

/**
 * Changes the password of the signed-in person, on /profile. `whyOffline` is set without a network: only the server can
 * change it.
 */
export function PasswordForm({
  isStaff,
  whyOffline,
  onChanged,
}: {
  isStaff: boolean
  whyOffline?: string | null
  onChanged?: () => void
}) {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<Form>({
    resolver: resolverOf(
      async (values: Form) =>
        new Map<keyof Form, string>([
          ...(values.current ? [] : [['current', 'required'] as const]),
          ...(await passwordFaults(values, isStaff)),
        ]),
    ),
    defaultValues: EMPTY,
    shouldFocusError: false,
  })
  const { register, handleSubmit, setError, reset, formState } = form
  const { errors, isSubmitting } = formState
  const typed = useWatch({ control: form.control, name: 'password' })

  const submit = handleSubmit(
    async ({ current, password }, event) => {
      setProblem(null)
      const outcome = await changePassword(current, password)
      if (outcome.kind === 'done') {
        reset(EMPTY)
        showToast({ title: t`Your password has changed. Your other sessions have ended.`, kind: 'saved' })
        return onChanged?.()
      }
      const field = outcome.kind === 'refused' ? FIELDS[outcome.code] : undefined
      if (!field) return setProblem(words(outcome))
      setError(field, { message: outcome.kind === 'refused' ? outcome.code : '' })
      focusFirstError(event)
    },
    (_, event) => focusFirstError(event),
  )
  const wrong = codeOf(errors.current)
  return (
    <form className="stack" onSubmit={(event) => void submit(event)} noValidate>
      {problem ? (
        <Note tone="failed" alert>
          {problem}
        </Note>
      ) : null}
      <Field
        label={<Trans>Current password</Trans>}
        required
        error={errors.current ? (wrong ? i18n._(messages[wrong]) : t`Enter your password.`) : null}
      >
        <PasswordInput autoComplete="current-password" {...register('current')} />
      </Field>
      <NewPassword
        isStaff={isStaff}
        label={<Trans>New password</Trans>}
        typed={typed}
        password={register('password')}
        repeat={register('repeat')}
        why={codeOf(errors.password)}
        mismatch={errors.repeat !== undefined}
      />
      <p className="sm dim">
        <Trans>All your other sessions end when the password changes.</Trans>
      </p>
      <div>
        <Button type="submit" look="primary" whyDisabled={isSubmitting ? t`Saving…` : whyOffline}>
          <Trans>Change the password</Trans>
        </Button>
      </div>
    </form>
  )
}

const FIELDS: Readonly<Record<string, keyof Form>> = {
  password_wrong: 'current',
  password_short: 'password',
  password_common: 'password',
  password_guessable: 'password',
}
