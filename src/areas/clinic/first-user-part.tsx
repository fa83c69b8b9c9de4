import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { isE164 } from '../../../contract/kernel/phone.rules.ts'
import type { Shown } from '../../db/row.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { addFirstUser } from './commands.ts'

/** The person who will run the clinic: they get a link to set a password and add everyone else themselves (rule 48). */
export function FirstUserPart({ clinic }: { clinic: Shown<'clinic'> }) {
  const { t } = useLingui()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [phone, setPhone] = useState('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const wrong = {
    name: name.trim() === '',
    email: !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email),
    phone: !isE164(phone),
  }
  const code = problem?.kind === 'refused' ? problem.code : null
  async function invite() {
    setTried(true)
    setProblem(null)
    const first = (['name', 'email', 'phone'] as const).find((part) => wrong[part])
    if (first) return document.getElementById(`first-${first}`)?.focus()
    setBusy(true)
    const outcome = await addFirstUser(clinic.id, { name: name.trim(), email, phone })
    setBusy(false)
    if (outcome.kind !== 'done') return setProblem(outcome)
    showToast({
      kind: 'saved',
      title: t`${name} is added`,
      text: t`A link to set a password is on its way to ${email}.`,
    })
    setName('')
    setEmail('')
    setPhone('')
    setTried(false)
  }
  return (
    <div className="clinic-fields card-body">
      {problem && code !== 'email_exists' && code !== 'phone_exists' ? (
        <div className="whole">
          <Note
            tone="failed"
            alert
            title={
              code === 'user_exists' ? (
                <Trans>This clinic has users already. They add and invite others themselves.</Trans>
              ) : (
                words(problem)
              )
            }
          />
        </div>
      ) : null}
      <p className="whole dim">
        <Trans>The first user gets a link by email, sets a password, and runs the clinic from then on.</Trans>
      </p>
      <Field
        id="first-name"
        label={t`First and last name`}
        required
        error={tried && wrong.name ? t`Enter a name.` : null}
      >
        <TextInput value={name} maxLength={200} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field
        id="first-email"
        label={t`Email`}
        required
        error={
          tried && wrong.email
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
          onChange={(event) => setEmail(event.target.value.trim())}
        />
      </Field>
      <PhoneInput
        id="first-phone"
        value={phone}
        onChange={setPhone}
        zone={clinic.zone}
        required
        autoComplete="off"
        error={
          tried && wrong.phone
            ? t`Enter the full phone number, such as +90 530 555 00 50.`
            : code === 'phone_exists' && problem
              ? words(problem)
              : null
        }
      />
      <div className="whole row wrap">
        <Button
          look="primary"
          aria-busy={busy || undefined}
          whyDisabled={offline ? t`You need to be online to add people.` : null}
          onClick={() => void (busy || invite())}
        >
          <Trans>Add and invite</Trans>
        </Button>
      </div>
    </div>
  )
}
