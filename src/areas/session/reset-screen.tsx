import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { LoginType } from '../../../contract/session/session.ts'
import { messages } from '../../i18n/messages.ts'
import { loginPath } from '../../screen/login-path.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { reset } from './commands-account.ts'
import { EntryPage, useHostFace } from './entry-page.tsx'
import { FactorField } from './factor-field.tsx'
import { focusFirstError } from './focus-first-error.ts'
import { useLinkCode } from './link-code.ts'
import { NewPassword } from './new-password.tsx'
import { RecoverForm } from './recover-form.tsx'
import { codeOf, passwordFaults, resolverOf, type TwoPasswords } from './password-fields.ts'

type Form = TwoPasswords & { readonly factor: string }

/**
 * /reset#code: a new password by the link of a mail or SMS, once (SCREENS B27); on a private clinic's host, without a
 * link, by a typed code.
 */
export function ResetScreen() {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const code = useLinkCode()
  const face = useHostFace()
  const [type, setType] = useState<LoginType | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [leastSaid, setLeastSaid] = useState<number | null>(null)
  const [over, setOver] = useState(code === '')
  const [asksFactor, setAsksFactor] = useState(false)
  const form = useForm<Form>({
    resolver: resolverOf((values: Form) => passwordFaults(values, false)),
    defaultValues: { password: '', repeat: '', factor: '' },
    shouldFocusError: false,
  })
  const { register, handleSubmit, setError, setFocus, setValue, formState } = form
  const { errors, isSubmitting } = formState
  const typed = useWatch({ control: form.control, name: 'password' })

  // the field exists only once it has been drawn
  useEffect(() => {
    if (asksFactor) setFocus('factor')
  }, [asksFactor, setFocus])

  const submit = handleSubmit(
    async ({ password, factor }, event) => {
      setProblem(null)
      const outcome = await reset(code, password, asksFactor ? factor.trim() : '')
      if (outcome.kind === 'done') return setType(outcome.reply.type)
      if (outcome.kind === 'refused' && outcome.code.startsWith('password_')) {
        const { least } = outcome.details
        if (typeof least === 'number') setLeastSaid(least)
        setError('password', { message: outcome.code })
        return focusFirstError(event)
      }
      if (outcome.kind === 'refused' && outcome.code === 'reset_link_invalid') return setOver(true)
      if (outcome.kind === 'refused' && outcome.code.startsWith('totp_')) {
        setAsksFactor(true)
        setValue('factor', '')
        if (asksFactor) setFocus('factor')
        // being asked for a code is not an error
        if (outcome.code === 'totp_required' && !asksFactor) return
      }
      setProblem(words(outcome))
    },
    (_, event) => focusFirstError(event),
  )
  if (type)
    return (
      <EntryPage face={face} title={<Trans>Your new password is set</Trans>}>
        <Note tone="saved" alert>
          <Trans>All sessions of the old password have ended. Sign in with the new one.</Trans>
        </Note>
        <Link to={loginPath(type)} search={{}} className="btn primary block">
          <Trans>Sign in</Trans>
        </Link>
      </EntryPage>
    )
  if (code === '' && face?.recoversInside) return <RecoverForm onDone={setType} />
  if (over)
    return (
      <EntryPage face={face} title={<Trans>This link no longer works</Trans>}>
        <Note tone="failed" alert>
          {i18n._(messages.reset_link_invalid)}
        </Note>
        <p>
          <Trans>A link works once and for a short time. Ask for a new one on the sign-in page.</Trans>
        </p>
        <Link to={loginPath()} search={{}} className="btn">
          <Trans>To the sign-in page</Trans>
        </Link>
      </EntryPage>
    )
  return (
    <EntryPage
      face={face}
      title={<Trans>Set a new password</Trans>}
      intro={<Trans>You will be signed out everywhere. Sign in again with the new password.</Trans>}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        {problem ? (
          <Note tone="failed" alert>
            {problem}
          </Note>
        ) : null}
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
        {asksFactor ? <FactorField {...register('factor')} /> : null}
        <Button type="submit" look="primary" block whyDisabled={isSubmitting ? t`Saving…` : null} showWhy={false}>
          <Trans>Set the password</Trans>
        </Button>
      </form>
    </EntryPage>
  )
}
