import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import * as v from 'valibot'
import { DEFAULT_ZONE } from '../../../contract/kernel/constants.ts'
import { isE164 } from '../../../contract/kernel/phone.rules.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { setUp } from './commands-sign-in.ts'
import { EntryPage, useHostFace } from './entry-page.tsx'
import { focusFirstError } from './focus-first-error.ts'
import { useLinkCode } from './link-code.ts'
import { NewPassword } from './new-password.tsx'
import { codeOf, passwordFaults, resolverOf, type TwoPasswords } from './password-fields.ts'

type Form = TwoPasswords & { readonly name: string; readonly email: string; readonly phone: string }
const EMPTY: Form = { name: '', email: '', phone: '', password: '', repeat: '' }
const Email = v.pipe(v.string(), v.trim(), v.email())

/**
 * /setup#code: makes the first superadmin of an empty server, once (DESIGN "Runtime"). The code is after the #, so that
 * no log has it.
 */
export function SetUpScreen() {
  const { t } = useLingui()
  const words = useProblemWords()
  const navigate = useNavigate()
  const code = useLinkCode()
  const face = useHostFace()
  const [problem, setProblem] = useState<string | null>(null)
  const { register, control, handleSubmit, setError, formState } = useForm<Form>({
    resolver: resolverOf(faultsOf),
    defaultValues: EMPTY,
    shouldFocusError: false,
  })
  const { errors, isSubmitting } = formState
  const typed = useWatch({ control, name: 'password' })
  const submit = handleSubmit(
    async ({ repeat: _, ...fields }, event) => {
      setProblem(null)
      const outcome = await setUp({ ...fields, email: fields.email.trim(), code })
      if (outcome.kind === 'done') return navigate({ to: '/login', search: {} })
      if (outcome.kind === 'refused' && outcome.code.startsWith('password_')) {
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
      title={<Trans>Make the first superadmin</Trans>}
      intro={<Trans>This address works once. Then you sign in and create clinics.</Trans>}
    >
      <form noValidate onSubmit={(event) => void submit(event)}>
        {problem ? (
          <Note tone="failed" alert>
            {problem}
          </Note>
        ) : null}
        <Field label={<Trans>Name</Trans>} required error={errors.name ? t`Enter your name.` : null}>
          <TextInput autoComplete="name" maxLength={200} {...register('name')} />
        </Field>
        <Field
          label={<Trans>Email</Trans>}
          required
          error={errors.email ? t`Enter an address such as name@example.com.` : null}
        >
          <TextInput type="email" autoComplete="email" maxLength={200} {...register('email')} />
        </Field>
        <Controller
          control={control}
          name="phone"
          render={({ field: { ref, ...field } }) => (
            <PhoneInput
              {...field}
              ref={ref}
              zone={DEFAULT_ZONE}
              required
              error={errors.phone ? t`Enter a number such as +90 530 555 00 50.` : null}
            />
          )}
        />
        <NewPassword
          isStaff
          typed={typed}
          password={register('password')}
          repeat={register('repeat')}
          why={codeOf(errors.password)}
          mismatch={errors.repeat !== undefined}
        />
        <Button type="submit" look="primary" block whyDisabled={isSubmitting ? t`Saving…` : null} showWhy={false}>
          <Trans>Make the superadmin</Trans>
        </Button>
      </form>
    </EntryPage>
  )
}

async function faultsOf({ name, email, phone, ...passwords }: Form): Promise<ReadonlyMap<keyof Form, string>> {
  return new Map<keyof Form, string>([
    ...(name.trim() ? [] : [['name', 'required'] as const]),
    ...(v.is(Email, email) ? [] : [['email', 'required'] as const]),
    ...(isE164(phone) ? [] : [['phone', 'required'] as const]),
    ...(await passwordFaults(passwords, true)),
  ])
}
