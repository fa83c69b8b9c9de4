import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import * as v from 'valibot'
import type { ClinicMail } from '../../../contract/clinic/clinic.mail.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordInput, TextInput } from '../../ui/text-input.tsx'
import { keepMail } from './commands-mail.ts'

type Faults = { readonly [field in 'host' | 'port' | 'sender' | 'own' | 'form']?: string }

/** The mail server, and one's own password. It is saved once a test message has been sent. */
export function MailForm({
  mail,
  whyDisabled,
  onCancel,
  onDone,
}: {
  mail: ClinicMail | null
  whyDisabled: string | null
  onCancel: () => void
  onDone: () => void
}) {
  const { t } = useLingui()
  const words = useProblemWords()
  const [typed, setTyped] = useState({
    host: mail?.host ?? '',
    port: String(mail?.port ?? 587),
    username: mail?.username ?? '',
    sender: mail?.sender ?? '',
    secret: '',
    own: '',
  })
  const [noSecret, setNoSecret] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const input = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: { target: { value: string } }) => setTyped((now) => ({ ...now, [name]: event.target.value })),
  })

  async function save(event: FormEvent) {
    event.preventDefault()
    // the dialog is inside the clinic's own form
    event.stopPropagation()
    if (busy || whyDisabled) return
    const port = Number(typed.port)
    const missing: Faults = {
      ...(typed.host.trim() ? {} : { host: t`Enter the host, such as mail.example.com.` }),
      ...(Number.isInteger(port) && port > 0 && port < 65_536 ? {} : { port: t`Enter a port, such as 587.` }),
      ...(v.is(v.pipe(v.string(), v.email()), typed.sender.trim())
        ? {}
        : { sender: t`Enter an address, such as clinic@example.com.` }),
      ...(typed.own ? {} : { own: t`Enter your password.` }),
    }
    setFaults(missing)
    const [first] = Object.keys(missing)
    if (first) return document.getElementById(`clinic-mail-${first}`)?.focus()
    setBusy(true)
    const outcome = await keepMail({
      password: typed.own,
      host: typed.host.trim(),
      port,
      username: typed.username.trim() || null,
      sender: typed.sender.trim(),
      ...(noSecret ? { secret: null } : typed.secret ? { secret: typed.secret } : {}),
    })
    setBusy(false)
    if (outcome.kind === 'done') return onDone()
    const refused = outcome.kind === 'refused' ? outcome.code : null
    setFaults(
      refused === 'password_wrong'
        ? { own: words(outcome) }
        : refused === 'host_not_allowed'
          ? { host: words(outcome) }
          : {
              form:
                refused === 'third_party_failure'
                  ? t`This mail server did not take a test for you. Nothing was saved: check what you have typed.`
                  : refused === 'setting_incomplete'
                    ? t`You have no email address in your profile, so we cannot send you a test.`
                    : words(outcome),
            },
    )
  }
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title={<Trans>The clinic’s mail server</Trans>}
      description={<Trans>A test is sent to your own address. What you type is saved once it has been taken.</Trans>}
    >
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        {faults.form ? (
          <Note tone="failed" alert>
            {faults.form}
          </Note>
        ) : null}
        <Field id="clinic-mail-host" label={<Trans>Host of the mail server</Trans>} required error={faults.host}>
          <TextInput inputMode="url" maxLength={200} {...plain} {...input('host')} />
        </Field>
        <Field
          id="clinic-mail-port"
          label={<Trans>Port</Trans>}
          required
          help={<Trans>587 or 465 with TLS, 25 for a relay.</Trans>}
          error={faults.port}
        >
          <TextInput inputMode="numeric" maxLength={5} {...plain} {...input('port')} />
        </Field>
        <Field id="clinic-mail-sender" label={<Trans>Sender address</Trans>} required error={faults.sender}>
          <TextInput inputMode="email" maxLength={200} {...plain} {...input('sender')} />
        </Field>
        <Field label={<Trans>User name at the mail server</Trans>} help={<Trans>Empty where it asks for none.</Trans>}>
          <TextInput maxLength={200} {...plain} {...input('username')} />
        </Field>
        <Field
          label={<Trans>Password at the mail server</Trans>}
          help={mail?.hasPassword ? <Trans>One is kept. Leave this empty to keep it.</Trans> : null}
        >
          <PasswordInput autoComplete="off" {...input('secret')} />
        </Field>
        {mail?.hasPassword ? (
          <Checkbox checked={noSecret} onChange={(event) => setNoSecret(event.target.checked)}>
            <Trans>Forget the password that is kept</Trans>
          </Checkbox>
        ) : null}
        <Field id="clinic-mail-own" label={<Trans>Your own password</Trans>} required error={faults.own}>
          <PasswordInput autoComplete="current-password" {...input('own')} />
        </Field>
        <div className="dialog-foot">
          <Button onClick={onCancel}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" look="primary" aria-busy={busy || undefined} whyDisabled={whyDisabled}>
            {busy ? <Trans>One moment…</Trans> : <Trans>Send a test to me and save</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
