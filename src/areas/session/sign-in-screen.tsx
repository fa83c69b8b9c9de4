import { valibotResolver } from '@hookform/resolvers/valibot'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as v from 'valibot'
import { FORGET_PATHS, LOGIN_TYPES, SIGN_IN_PATHS } from '../../../contract/session/session.rules.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordInput, TextInput } from '../../ui/text-input.tsx'
import { signIn } from './commands-sign-in.ts'
import { takeEarlyForm } from './early-form.ts'
import { useDoorWords } from './door-words.ts'
import { EntryPage, useHostFace } from './entry-page.tsx'
import { FactorField } from './factor-field.tsx'
import { LostHere } from './lost-here.tsx'
import { OtherDoors } from './other-doors.tsx'
import { PasskeyDoor } from './passkey-door.tsx'
import { useSignedInName } from './queries-signed-in.ts'
import { keepShared, wasShared } from './shared-choice.ts'
import { WaitingHere } from './waiting-here.tsx'

const Fields = v.object({
  username: v.pipe(v.string(), v.trim(), v.nonEmpty()),
  password: v.pipe(v.string(), v.nonEmpty()),
  code: v.string(),
})

/**
 * /login, /doctor-login, /patient-login: one screen for three kinds of account (SPEC §2). A refusal never says which
 * field was wrong.
 */
export function SignInScreen() {
  const { t } = useLingui()
  const words = useDoorWords()
  const { pathname } = useLocation()
  const type = LOGIN_TYPES.find((each) => SIGN_IN_PATHS[each] === pathname) ?? 'admin'
  const { back } = useSearch({ strict: false })
  const navigate = useNavigate()
  const face = useHostFace()
  const [problem, setProblem] = useState<string | null>(null)
  const [asksCode, setAsksCode] = useState(false)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [waits, setWaits] = useState(false)
  const shared = chosen ?? wasShared(type)
  const [earlier, setEarlier] = useState<{ person: string; password: string; changes: number } | null>(null)
  const {
    register,
    handleSubmit,
    formState: { errors, isSubmitting },
    setFocus,
    setValue,
  } = useForm({ resolver: valibotResolver(Fields), defaultValues: { username: '', password: '', code: '' } })
  // the field for the code exists only once it has been drawn
  useEffect(() => {
    if (asksCode) setFocus('code')
  }, [asksCode, setFocus])
  const goOn = () => navigate(back ? { to: back } : { to: '/appointment', search: {} })

  const submit = handleSubmit(async ({ username, password, code }) => {
    setProblem(null)
    const outcome = await signIn(type, username, password, face?.id ?? null, shared, asksCode ? code : undefined)
    if (outcome.kind === 'done') {
      keepShared(type, shared)
      const { person, device } = outcome
      return device.kind === 'closed' ? setEarlier({ person, password, changes: device.changes }) : goOn()
    }
    const refused = outcome.kind === 'refused' ? outcome.code : null
    const wantsCode = refused === 'totp_required' || refused === 'totp_wrong'
    setAsksCode(wantsCode)
    if (refused !== 'totp_required') setProblem(words(outcome))
    setValue('code', '')
    if (!wantsCode) setFocus('password')
    else if (asksCode) setFocus('code')
  })
  // before anything is painted: removes the page's own form and keeps what was typed into it
  useLayoutEffect(() => {
    const early = takeEarlyForm()
    if (!early) return
    setValue('username', early.username)
    setValue('password', early.password)
    setChosen(early.shared)
    // directly, since `setFocus` waits a turn in which a pressed key would be lost
    if (early.focus) document.querySelector<HTMLElement>(`#root [name="${early.focus}"]`)?.focus()
    setWaits(early.sent)
    if (early.pressed) void navigate({ to: early.pressed, search: {} })
    // oxlint-disable-next-line react/exhaustive-deps -- there is one such form, and it is taken over once
  }, [])
  // after the box has the state it had there
  useEffect(() => {
    if (!waits) return
    setWaits(false)
    void submit()
    // oxlint-disable-next-line react/exhaustive-deps -- `submit` is a new function at each render
  }, [waits])
  if (earlier)
    return (
      <EntryPage face={face} title={<Trans>Your password has changed</Trans>}>
        <Suspense>
          <OpenEarlier {...earlier} onDone={() => void goOn()} />
        </Suspense>
      </EntryPage>
    )
  const intro = {
    admin: <Trans>For clinics and administration</Trans>,
    doctor: <Trans>For doctors</Trans>,
    patient: <Trans>For patients</Trans>,
  }[type]
  return (
    <EntryPage face={face} title={<Trans>Sign in</Trans>} intro={intro}>
      <LostHere />
      <WaitingHere />
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
            autoComplete="username webauthn"
            inputMode="email"
            enterKeyHint="next"
            autoCapitalize="none"
            spellCheck={false}
            {...register('username')}
          />
        </Field>
        <Field
          label={<Trans>Password</Trans>}
          error={errors.password ? t`Enter your password.` : null}
          aside={
            <Link to={FORGET_PATHS[type]} search={{}}>
              <Trans>Forgot your password?</Trans>
            </Link>
          }
        >
          <PasswordInput autoComplete="current-password" enterKeyHint="go" {...register('password')} />
        </Field>
        {asksCode ? <FactorField {...register('code')} /> : null}
        <Checkbox
          checked={shared}
          onChange={(event) => setChosen(event.target.checked)}
          help={
            <Trans>
              Your data is encrypted on this device and locks after five minutes. Only untick this on your own device.
            </Trans>
          }
        >
          <Trans>Others use this device too</Trans>
        </Checkbox>
        <Button type="submit" look="primary" block whyDisabled={isSubmitting ? t`Signing in…` : null} showWhy={false}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
      <PasskeyDoor
        clinicId={face?.id ?? null}
        shared={shared}
        entering={isSubmitting}
        onIn={() => {
          keepShared(type, false)
          void goOn()
        }}
        onProblem={setProblem}
      />
      <AlreadyIn goOn={goOn} />
      <OtherDoors type={type} />
      <p className="xs dim">
        <Trans>Unsent changes stay on this device until their author signs in again.</Trans>
      </p>
    </EntryPage>
  )
}

/** Only needed if a password has changed while work waited. */
const OpenEarlier = lazy(async () => ({ default: (await import('./open-earlier.tsx')).OpenEarlier }))

/** While the last session on this device is valid, it opens without a network and without a password (SCREENS B27). */
function AlreadyIn({ goOn }: { goOn: () => void }) {
  const name = useSignedInName()
  if (!name) return null
  return (
    <Note tone="offline">
      <p>
        <Trans>You can open the last session on this device, even offline.</Trans>
      </p>
      <Button onClick={goOn}>
        <Trans>Open the session of {name}</Trans>
      </Button>
    </Note>
  )
}
