import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { LoginType } from '../../../contract/session/session.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { loginPath } from '../../screen/login-path.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { forget } from './commands-account.ts'
import { EntryPage, useHostFace } from './entry-page.tsx'

const TYPES: Readonly<Record<string, LoginType>> = { '/doctor-forget': 'doctor', '/patient-forget': 'patient' }

/** /forget, /doctor-forget, /patient-forget: the answer is the same for every name (SCREENS B27). */
export function ForgetScreen() {
  const { t, i18n } = useLingui()
  const words = useProblemWords()
  const type = TYPES[useLocation().pathname] ?? 'admin'
  const lang = useLanguage()
  const face = useHostFace()
  const inside = face?.recoversInside === true
  const [sent, setSent] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
  } = useForm({ defaultValues: { username: '' } })

  const submit = handleSubmit(async ({ username }) => {
    setProblem(null)
    const outcome = await forget({ type, username, lang })
    if (outcome.kind === 'done') setSent(true)
    else setProblem(words(outcome))
  })
  const back = (
    <nav className="sign-in-links">
      <Link to={loginPath(type)} search={{}}>
        <Trans>To the sign-in page</Trans>
      </Link>
    </nav>
  )
  if (sent)
    return (
      <EntryPage face={face} title={<Trans>Check your email</Trans>}>
        <div className="stack" role="status">
          <Note icon={<MailCheck />}>{i18n._(messages.reset_link_sent)}</Note>
          <p>
            <Trans>The link works once, within 30 minutes. If we do not have your email, we send it by SMS.</Trans>
          </p>
          {inside ? (
            <p>
              <Trans>
                If your account belongs only to this clinic, you get a link only if the clinic has its own mail server
                and you use two-step sign-in. Otherwise ask the clinic for a recovery code.
              </Trans>
            </p>
          ) : null}
          <p className="dim sm">
            <Trans>No email after a few minutes? Check your spam folder, or contact the clinic.</Trans>
          </p>
        </div>
        {back}
      </EntryPage>
    )
  return (
    <EntryPage
      face={face}
      title={<Trans>New password</Trans>}
      intro={inside ? null : <Trans>We will send you a link to set a new password.</Trans>}
    >
      {inside ? (
        <div className="stack">
          <p>
            <Trans>
              The platform does not send password links to people at this clinic. Ask another user or reception at the
              clinic for a recovery code, or use one of your own recovery codes.
            </Trans>
          </p>
          <Link to="/reset" className="btn primary block">
            <Trans>Enter a code</Trans>
          </Link>
          <p className="dim sm">
            <Trans>
              Do you use two-step sign-in, or does your account also belong to other clinics? Then you may get a link.
            </Trans>
          </p>
        </div>
      ) : null}
      <form onSubmit={(event) => void submit(event)} noValidate>
        {problem ? (
          <Note tone="failed" alert>
            {problem}
          </Note>
        ) : null}
        <Field
          label={<Trans>Email or phone</Trans>}
          error={errors.username ? t`Enter your email address or phone number, such as name@example.com.` : null}
        >
          <TextInput
            autoComplete="username"
            inputMode="email"
            enterKeyHint="send"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            {...register('username', { validate: (value) => value.trim() !== '' })}
          />
        </Field>
        <Button
          type="submit"
          {...(!inside && { look: 'primary' as const })}
          block
          whyDisabled={isSubmitting ? t`Sending…` : null}
          showWhy={false}
        >
          <Trans>Send the link</Trans>
        </Button>
      </form>
      {back}
    </EntryPage>
  )
}
