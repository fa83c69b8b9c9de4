import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../../i18n/locale.ts'
import { fetchRecord } from '../patient/commands-record.ts'
import { saveBlob, saveFile } from '../../screen/save-file.ts'
import { useDevice } from '../../screen/device.ts'
import { loginPath } from '../../screen/login-path.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PasswordInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { BeForgotten } from './be-forgotten.tsx'
import { signOut } from '../session/commands-sign-out.ts'
import { closeAccount, fetchOwnData } from './commands.ts'
import { readable } from './readable.ts'

/** Export of one's own data, and leaving (SCREENS B2). */
export function AccountTab() {
  const { person } = useDevice()
  return (
    <div className="stack">
      <OwnData />
      {person.type === 'patient' && <BeForgotten />}
      <Close />
    </div>
  )
}

function OwnData() {
  const { t } = useLingui()
  const { now, person } = useDevice()
  const lang = useLanguage()
  const offline = useIsOffline()
  const [busy, setBusy] = useState(false)
  const why = offline ? t`You need to be online to download your data.` : null
  const save = async (as: 'json' | 'html') => {
    if (busy) return
    setBusy(true)
    const data = await fetchOwnData()
    setBusy(false)
    if (!data) return showToast({ kind: 'failed', title: t`Your data could not be fetched` })
    const name = `bedside-${new Date(now()).toISOString().slice(0, 10)}`
    if (as === 'json') saveFile(`${name}.json`, 'application/json', JSON.stringify(data, null, 2))
    else saveFile(`${name}.html`, 'text/html;charset=utf-8', readable(data, t`My data`, document.documentElement.lang))
  }
  const savePdf = async () => {
    if (busy) return
    setBusy(true)
    const file = await fetchRecord(person.id, 'pdf', lang)
    setBusy(false)
    if (!file) return showToast({ kind: 'failed', title: t`Your data could not be fetched` })
    saveBlob(`bedside-${new Date(now()).toISOString().slice(0, 10)}.pdf`, file)
  }
  return (
    <Card title={<Trans>Download my data</Trans>}>
      <div className="stack-2">
        <p className="sm dim">
          <Trans>
            Everything about you that you can see here: your profile, record, appointments, medication advice, reports,
            list of files, payments, comments and notifications.
          </Trans>
        </p>
        <div className="row wrap">
          <Button whyDisabled={why} showWhy={false} aria-busy={busy || undefined} onClick={() => void save('html')}>
            <Trans>As a page to read</Trans>
          </Button>
          <Button whyDisabled={why} showWhy={false} aria-busy={busy || undefined} onClick={() => void save('json')}>
            <Trans>As JSON for programs</Trans>
          </Button>
          {person.type === 'patient' && (
            <Button whyDisabled={why} showWhy={false} aria-busy={busy || undefined} onClick={() => void savePdf()}>
              <Trans>My record as PDF</Trans>
            </Button>
          )}
          {why && <span className="sm dim">{why}</span>}
          {busy && (
            <span className="sm dim" role="status">
              <Trans>One moment…</Trans>
            </span>
          )}
        </div>
      </div>
    </Card>
  )
}

function Close() {
  const { t } = useLingui()
  const offline = useIsOffline()
  const [asking, setAsking] = useState(false)
  return (
    <Card title={<Trans>Close my account</Trans>}>
      <div className="stack-2">
        <p className="sm dim">
          <Trans>
            You will no longer be able to sign in, and your email, phone and identity number will be erased. Past
            appointments and payments stay with the clinics, which must keep them. Cancel any upcoming appointments
            first.
          </Trans>
        </p>
        <div>
          <Button
            look="danger"
            whyDisabled={offline ? t`You need to be online to do this.` : null}
            onClick={() => setAsking(true)}
          >
            <Trans>Close my account</Trans>
          </Button>
        </div>
      </div>
      {asking && <CloseDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

function CloseDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const navigate = useNavigate()
  const words = useProblemWords()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  async function close(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (busy || !password) return document.getElementById('close-password')?.focus()
    setBusy(true)
    const outcome = await closeAccount(password)
    setBusy(false)
    if (outcome.kind !== 'done') return setProblem(outcome)
    await signOut(device, { discard: true })
    await navigate({ to: loginPath(), search: {} })
  }
  const isPassword = problem?.kind === 'refused' && problem.code === 'password_wrong'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={<Trans>Close your account?</Trans>}
      description={
        <Trans>
          This cannot be undone. You are signed out on every device, your contact details are erased, and your data is
          removed from this device. Past appointments, payments and the audit log keep your name.
        </Trans>
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void close(event)}>
        {problem && !isPassword && <Note tone="failed" alert title={words(problem)} />}
        <Field
          id="close-password"
          label={t`Your password`}
          required
          error={isPassword && problem ? words(problem) : null}
        >
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Keep my account</Trans>
          </Button>
          <Button type="submit" look="danger-solid" aria-busy={busy || undefined}>
            {busy ? <Trans>One moment…</Trans> : <Trans>Close my account</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
