import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import { ROLES, type Role } from '../../../contract/kernel/call.ts'
import { LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'
import { isE164 } from '../../../contract/kernel/phone.rules.ts'
import type { User } from '../../../contract/user/user.ts'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { wrongFields, type Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { LanguageOptions } from '../../ui/language-options.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Note } from '../../ui/note.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import type { UserActs } from './commands.ts'
import { useClinicOptions } from './queries.ts'
import { useRecovers } from './recover-dialog.tsx'
import { ROLE_WORDS } from './user-words.ts'

type Values = {
  readonly type: Role
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly lang: Language
  readonly clinicId: string | null
  readonly superadmin: boolean
}
type Part = 'name' | 'email' | 'phone' | 'clinicId'

/**
 * Adds a person or changes one (SCREENS B25). `colleagues`: in one's own clinic, where kind, clinic and superadmin flag
 * are given.
 */
export function UserForm({
  user,
  acts,
  colleagues = false,
  onClose,
  onSaved,
}: {
  /** Null to add someone. */
  user: User | null
  acts: UserActs
  colleagues?: boolean
  onClose: () => void
  onSaved: () => void
}) {
  const { t, i18n } = useLingui()
  const { person, zone } = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const clinics = useClinicOptions()
  const draft = useFormDraft<Values>(`${colleagues ? 'colleague' : 'user'} ${user?.id ?? 'new'}`, {
    type: user?.type ?? (colleagues ? 'clinic' : 'admin'),
    name: user?.name ?? '',
    email: user?.email ?? '',
    phone: user?.phone ?? '',
    lang: user?.lang ?? person.lang,
    clinicId: user?.clinicId ?? null,
    superadmin: user?.superadmin ?? false,
  })
  const { set } = draft
  const { type, name, email, phone, lang, clinicId, superadmin } = draft.values
  const [wrong, setWrong] = useState<readonly Part[]>([])
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const recovers = useRecovers()
  const isMe = user?.id === person.id

  const missing = (): Part[] => [
    ...(name.trim() ? [] : (['name'] as const)),
    ...(v.is(v.pipe(v.string(), v.email()), email.trim()) ? [] : (['email'] as const)),
    ...(isE164(phone) ? [] : (['phone'] as const)),
    ...(!colleagues && type === 'clinic' && !user && !clinicId ? (['clinicId'] as const) : []),
  ]

  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    const parts = missing()
    setWrong(parts)
    setProblem(null)
    if (parts[0]) return document.getElementById(`user-${parts[0]}`)?.focus()
    setBusy(true)
    const contact = { name: name.trim(), email: email.trim(), phone, lang }
    const outcome = user
      ? await acts.update(user.id, user.version, {
          ...contact,
          ...(type === 'admin' && superadmin !== user.superadmin && { superadmin }),
        })
      : await acts.add({
          ...contact,
          type,
          ...(type === 'clinic' && { clinicId }),
          ...(type === 'admin' && superadmin && { superadmin }),
        })
    setBusy(false)
    if (outcome.kind !== 'done') {
      const named = Object.keys(wrongFields(outcome)).filter(
        (each): each is Part => each === 'phone' || each === 'email',
      )
      setWrong(named)
      return setProblem(named.length ? null : outcome)
    }
    await draft.drop()
    showToast({
      kind: 'saved',
      title: user ? t`${name} is saved` : t`${name} is added`,
      ...(!user && {
        text: recovers
          ? t`Choose “Recover access” beside the name for a code with which they set their password.`
          : t`A link to set a password is on its way to ${email}.`,
      }),
    })
    onSaved()
  }

  const code = problem?.kind === 'refused' ? problem.code : null
  const why = offline ? t`You need to be online to change people.` : null
  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={user ? t`Edit ${user.name}` : colleagues ? t`New user of this clinic` : t`New user`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="user-form" look="primary" whyDisabled={why} aria-busy={busy || undefined}>
            {user ? <Trans>Save</Trans> : recovers ? <Trans>Add the user</Trans> : <Trans>Add and invite</Trans>}
          </Button>
        </>
      }
    >
      <form
        id="user-form"
        className="stack"
        noValidate
        onSubmit={(event) => void (busy ? event.preventDefault() : save(event))}
      >
        <DraftNote draft={draft} />
        {problem && code !== 'email_exists' && code !== 'phone_exists' && (
          <Note tone="failed" alert title={words(problem)} />
        )}
        {!user && !colleagues && (
          <Field id="user-type" label={t`Role`} required>
            <NativeSelect
              value={type}
              onChange={(event) => set({ type: ROLES.find((each) => each === event.target.value) ?? 'admin' })}
            >
              {ROLES.map((each) => (
                <option key={each} value={each}>
                  {i18n._(ROLE_WORDS[each])}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
        {!user && !colleagues && (type === 'doctor' || type === 'patient') && (
          <Note>
            {type === 'doctor' ? (
              <Trans>This only creates the account. Add the specialty, clinics and other details under Doctors.</Trans>
            ) : (
              <Trans>This only creates the account. Add the other details under Patients.</Trans>
            )}
          </Note>
        )}
        {type === 'clinic' && !user && !colleagues && (
          <Field
            id="user-clinicId"
            label={t`Clinic`}
            required
            error={wrong.includes('clinicId') ? t`Choose a clinic.` : null}
            help={<Trans>Private clinics run their own users.</Trans>}
          >
            <Combobox
              options={clinics}
              selected={clinics.find(({ value }) => value === clinicId) ?? null}
              onSelect={(option) => set({ clinicId: option?.value ?? null })}
            />
          </Field>
        )}
        <Field id="user-name" label={t`Name`} required error={wrong.includes('name') ? t`Enter a name.` : null}>
          <TextInput
            value={name}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field
          id="user-email"
          label={t`Email`}
          required
          error={
            wrong.includes('email')
              ? t`Enter an address such as name@example.com.`
              : code === 'email_exists' && problem
                ? words(problem)
                : null
          }
        >
          <TextInput
            type="email"
            value={email}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => set({ email: event.target.value })}
          />
        </Field>
        <PhoneInput
          id="user-phone"
          value={phone}
          onChange={(next) => set({ phone: next })}
          zone={zone}
          required
          autoComplete="off"
          error={
            wrong.includes('phone')
              ? t`Enter the full phone number, such as +90 530 555 00 50.`
              : code === 'phone_exists' && problem
                ? words(problem)
                : null
          }
        />
        <Field
          label={t`Language`}
          help={<Trans>Used for messages to this person, and for the app when they first sign in.</Trans>}
        >
          <NativeSelect
            value={lang}
            onChange={(event) => set({ lang: LANGUAGES.find((each) => each === event.target.value) ?? lang })}
          >
            <LanguageOptions />
          </NativeSelect>
        </Field>
        {type === 'admin' && !colleagues && (
          <Checkbox
            checked={superadmin}
            disabled={isMe}
            onChange={(event) => set({ superadmin: event.target.checked })}
            help={
              isMe ? (
                <Trans>You cannot remove your own superadmin rights. Another superadmin can.</Trans>
              ) : (
                <Trans>Can open users, settings and the audit log, but nothing of private clinics.</Trans>
              )
            }
          >
            <Trans>Superadmin</Trans>
          </Checkbox>
        )}
      </form>
    </Sheet>
  )
}
