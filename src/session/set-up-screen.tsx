import '../shell/frame.css'
import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { PASSWORD_MIN } from '../../contract/constants.ts'
import { messages } from '../i18n/messages.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { PasswordInput, TextInput } from '../ui/text-input.tsx'
import { setUp } from './commands-sign-in.ts'
import { LanguageSelect } from './language-select.tsx'

const text = v.pipe(v.string(), v.trim(), v.nonEmpty())
const Fields = v.object({
  name: text,
  email: v.pipe(text, v.email()),
  phone: text,
  password: v.pipe(v.string(), v.minLength(PASSWORD_MIN)),
})

/** /setup#code: the first superadmin of an empty house, once (DESIGN "Runtime"). The code stands after the #, so no log sees it. */
export function SetUpScreen() {
  const { t, i18n } = useLingui()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const {
    register,
    handleSubmit,
    formState: { errors },
  } = useForm({
    resolver: valibotResolver(Fields),
    defaultValues: { name: '', email: '', phone: '', password: '' },
  })
  const submit = handleSubmit(async (fields) => {
    const outcome = await setUp({ ...fields, code: location.hash.slice(1) })
    if (outcome.kind === 'done') return navigate({ to: '/login', search: {}, hash: '' })
    setProblem(
      i18n._(
        messages[
          outcome.kind === 'refused' ? outcome.code : outcome.kind === 'unreachable' ? 'offline' : 'generic_retry'
        ],
      ),
    )
  })
  return (
    <main className="lone">
      <LanguageSelect />
      <h1>
        <Trans>Make the first superadmin</Trans>
      </h1>
      <p>
        <Trans>This address works once. Afterwards you sign in and open clinics.</Trans>
      </p>
      {problem ? (
        <Note tone="failed" alert>
          {problem}
        </Note>
      ) : null}
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={<Trans>Name</Trans>} required error={errors.name ? t`Please enter your name.` : null}>
          <TextInput autoComplete="name" {...register('name')} />
        </Field>
        <Field
          label={<Trans>E-mail</Trans>}
          required
          error={errors.email ? t`Please enter an address such as name@example.com.` : null}
        >
          <TextInput type="email" autoComplete="email" {...register('email')} />
        </Field>
        <Field
          label={<Trans>Phone</Trans>}
          required
          error={errors.phone ? t`Please enter a number such as +90 530 555 00 50.` : null}
        >
          <TextInput type="tel" autoComplete="tel" {...register('phone')} />
        </Field>
        <Field
          label={<Trans>Password</Trans>}
          required
          help={<Trans>At least 6 characters; longer, with letters, numbers and signs, is better.</Trans>}
          error={errors.password ? i18n._(messages.password_short) : null}
        >
          <PasswordInput autoComplete="new-password" {...register('password')} />
        </Field>
        <Button type="submit" look="primary" block>
          <Trans>Make the superadmin</Trans>
        </Button>
      </form>
    </main>
  )
}
