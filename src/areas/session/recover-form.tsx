import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { LoginType } from '../../../contract/session/session.ts'
import { loginPath } from '../../screen/login-path.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { recover } from './commands-account.ts'
import { EntryPage, useHostFace } from './entry-page.tsx'
import { focusFirstError } from './focus-first-error.ts'
import { NewPassword } from './new-password.tsx'
import { codeOf, passwordFaults, resolverOf, type TwoPasswords } from './password-fields.ts'

type Form = TwoPasswords & { readonly username: string; readonly code: string }
const EMPTY: Form = { username: '', code: '', password: '', repeat: '' }

/**
 * /reset without a link: asks for the clinic's code or one of one's own recovery codes. `onDone` gets the page to sign
 * in on.
 */
export function RecoverForm({ onDone }: { onDone: (type: LoginType) => void }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const face = useHostFace()
  const [problem, setProblem] = useState<string | null>(null)
  const [leastSaid, setLeastSaid] = useState<number | null>(null)
  const form = useForm<Form>({
    resolver: resolverOf(
      async (values: Form) =>
        new Map<keyof Form, string>([
          ...(values.username.trim() ? [] : [['username', 'required'] as const]),
          ...(values.code.trim() ? [] : [['code', 'required'] as const]),
          ...(await passwordFaults(values, false)),
        ]),
    ),
    defaultValues: EMPTY,
    shouldFocusError: false,
  })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState
  const typed = useWatch({ control: form.control, name: 'password' })

  const submit = handleSubmit(
    async ({ username, code, password }, event) => {
      setProblem(null)
      const outcome = await recover({ username, code, password })
      if (outcome.kind === 'done') return onDone(outcome.reply.type)
      if (outcome.kind === 'refused' && outcome.code.startsWith('password_')) {
        const { least } = outcome.details
        if (typeof least === 'number') setLeastSaid(least)
        setError('password', { message: outcome.code })
        return focusFirstError(event)
      }
      setProblem(words(outcome))
    },
    (_, event) => focusFirstError(event),
  )
  return (
    <EntryPage
      face={face}
      title={<Trans>Set a new password with a code</Trans>}
      intro={
        <Trans>
          Get the code from another user or reception at your clinic, or use one of your own recovery codes. You will
          then be signed out everywhere and sign in again.
        </Trans>
      }
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        {problem ? (
          <Note tone="failed" alert>
            {problem}
          </Note>
        ) : null}
        <Field
          label={<Trans>Email or phone</Trans>}
          required
          error={errors.username ? t`Enter your email address or phone number, such as name@example.com.` : null}
        >
          <TextInput
            autoComplete="username"
            inputMode="email"
            enterKeyHint="next"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            {...register('username')}
          />
        </Field>
        <Field
          label={<Trans>Code</Trans>}
          required
          help={<Trans>Capital or small letters and dashes make no difference.</Trans>}
          error={errors.code ? t`Enter the code, such as ABCD-EFGH-JKLM-NPQR-STUV.` : null}
        >
          <TextInput
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            {...register('code')}
          />
        </Field>
        <NewPassword
          isStaff={false}
          leastSaid={leastSaid}
          label={<Trans>New password</Trans>}
          typed={typed}
          password={register('password')}
          repeat={register('repeat')}
          why={codeOf(errors.password)}
          mismatch={errors.repeat !== undefined}
        />
        <Button type="submit" look="primary" block whyDisabled={isSubmitting ? t`Saving…` : null} showWhy={false}>
          <Trans>Set the password</Trans>
        </Button>
      </form>
      <nav className="sign-in-links">
        <Link to={loginPath()} search={{}}>
          <Trans>To the sign-in page</Trans>
        </Link>
      </nav>
    </EntryPage>
  )
}
