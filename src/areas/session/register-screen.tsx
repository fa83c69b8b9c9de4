import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { ClinicFace } from '../../../contract/clinic/clinic.face.ts'
import { DEFAULT_ZONE } from '../../../contract/kernel/constants.ts'
import { countryOfZone } from '../../../contract/kernel/phone.rules.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { register as ask } from './commands-account.ts'
import { EntryPage, useHostFace } from './entry-page.tsx'
import { focusFirstError } from './focus-first-error.ts'
import { MailSent } from './mail-sent.tsx'
import { NewPassword } from './new-password.tsx'
import { codeOf, resolverOf } from './password-fields.ts'
import { ContactFields, DoctorFields, PatientFields, PlaceFields } from './register-parts.tsx'
import { dropDraft, EMPTY, faultsOf, keepDraft, readDraft, type Form, type Kind } from './register-fields.ts'

/**
 * /doctor-register, /patient-register (SCREENS B27): one form, two kinds. What was typed survives a reload, except
 * secrets.
 */
export function RegisterScreen() {
  const kind: Kind = useLocation().pathname === '/doctor-register' ? 'doctor' : 'patient'
  const face = useHostFace()
  const [sentTo, setSentTo] = useState<string | null>(null)
  if (sentTo !== null)
    return (
      <EntryPage face={face} title={<Trans>Check your email</Trans>}>
        <MailSent to={sentTo} kind={kind} inside={face?.recoversInside ?? false} />
      </EntryPage>
    )
  return (
    <EntryPage
      face={face}
      wide
      title={kind === 'doctor' ? <Trans>Register as a doctor</Trans> : <Trans>Create an account</Trans>}
      intro={
        kind === 'doctor' || face?.recoversInside ? (
          <Trans>You then confirm your email address, and the clinic activates your account.</Trans>
        ) : (
          <Trans>You then confirm your email address with a link, which signs you in on this device.</Trans>
        )
      }
    >
      <RegisterForm key={`${kind} ${face?.id ?? ''}`} kind={kind} face={face} onSent={setSentTo} />
    </EntryPage>
  )
}

function RegisterForm({ kind, face, onSent }: { kind: Kind; face: ClinicFace | null; onSent: (to: string) => void }) {
  const { t } = useLingui()
  const words = useProblemWords()
  const lang = useLanguage()
  const zone = face?.zone ?? DEFAULT_ZONE
  // a private clinic uses them to decide who it is; elsewhere the rest of a card is asked for when it is needed
  // (docs/decisions/0132)
  const asksWho = kind === 'patient' && face?.recoversInside === true
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm<Form>({
    resolver: resolverOf((values: Form) => faultsOf(kind, values, asksWho)),
    defaultValues: { ...EMPTY, country: face?.country ?? countryOfZone(zone, []), ...readDraft(kind) },
    shouldFocusError: false,
  })
  const { register, handleSubmit, subscribe, setError, control, formState } = form
  const { errors, isSubmitting } = formState
  const typed = useWatch({ control, name: 'password' })
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => keepDraft(kind, values) }),
    [kind, subscribe],
  )

  const submit = handleSubmit(
    async (fields, event) => {
      setProblem(null)
      const outcome = await ask(inputOf(kind, fields, lang, asksWho))
      if (outcome.kind === 'done') {
        dropDraft(kind)
        return onSent(fields.email)
      }
      const field = outcome.kind === 'refused' ? fieldOf(outcome.code, outcome.details['fields']) : null
      if (field) {
        setError(field, { message: outcome.kind === 'refused' ? outcome.code : '' })
        return focusFirstError(event)
      }
      setProblem(words(outcome))
      scrollTo({ top: 0 })
    },
    (_, event) => focusFirstError(event),
  )
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      {problem ? (
        <Note tone="failed" alert>
          {problem}
        </Note>
      ) : null}
      <fieldset className="sign-in-set">
        <legend>
          <Trans>About you</Trans>
        </legend>
        {kind === 'doctor' ? <DoctorFields form={form} /> : null}
        <ContactFields form={form} zone={zone} />
        {asksWho ? <PatientFields form={form} zone={zone} /> : null}
      </fieldset>
      {kind === 'doctor' ? (
        <fieldset className="sign-in-set">
          <legend>
            <Trans>Where you are</Trans>
          </legend>
          <PlaceFields form={form} />
        </fieldset>
      ) : null}
      <fieldset className="sign-in-set">
        <legend>
          <Trans>Your password</Trans>
        </legend>
        <NewPassword
          isStaff={kind === 'doctor'}
          typed={typed}
          password={register('password')}
          {...(kind === 'doctor' && { repeat: register('repeat') })}
          why={codeOf(errors.password)}
          mismatch={errors.repeat !== undefined}
        />
      </fieldset>
      <div>
        <Checkbox
          {...register('consent')}
          aria-invalid={errors.consent ? true : undefined}
          aria-describedby="consent-error"
        >
          <Trans>
            I agree to the{' '}
            <Link to="/legal/terms" target="_blank">
              terms of use
            </Link>{' '}
            and have read the{' '}
            <Link to="/legal/policy" target="_blank">
              data policy
            </Link>
            .
          </Trans>
        </Checkbox>
        {errors.consent ? (
          <FieldError id="consent-error">
            <Trans>Without your consent no account can be opened.</Trans>
          </FieldError>
        ) : null}
      </div>
      <Button type="submit" look="primary" block whyDisabled={isSubmitting ? t`Sending…` : null} showWhy={false}>
        {kind === 'doctor' ? <Trans>Register</Trans> : <Trans>Create the account</Trans>}
      </Button>
      <nav className="sign-in-links" aria-label={t`Other sign-in options`}>
        <Link to={kind === 'doctor' ? '/doctor-login' : '/patient-login'} search={{}}>
          <Trans>I have an account: sign in</Trans>
        </Link>
      </nav>
    </form>
  )
}

const inputOf = (
  kind: Kind,
  fields: Form,
  lang: ReturnType<typeof useLanguage>,
  asksWho: boolean,
): Parameters<typeof ask>[0] => ({
  type: kind,
  lang,
  name: fields.name,
  email: fields.email,
  phone: fields.phone,
  password: fields.password,
  consent: true,
  ...(kind === 'doctor' && {
    title: fields.title,
    branch: fields.branch,
    country: fields.country,
    city: fields.city,
    location: fields.location ?? { lat: 0, lng: 0 }, // the schema has required one
  }),
  ...(asksWho && { ...fields.identity, birthDate: isoDay(fields.birthDate ?? 0) }),
})

const isoDay = (day: number) => String(day).replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')

/** The field that a refusal concerns: the error is shown there. */
function fieldOf(code: string, fields: unknown): keyof Form | null {
  if (code.startsWith('password_')) return 'password'
  if (code === 'identity_invalid') return 'identity'
  if (code === 'branch_required') return 'branch'
  const [name] = typeof fields === 'object' && fields ? Object.keys(fields) : []
  return name !== undefined && Object.hasOwn(EMPTY, name) ? (name as keyof Form) : null // checked just now
}
