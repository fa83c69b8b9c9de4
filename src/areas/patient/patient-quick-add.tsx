import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Patient } from '../../../contract/patient/patient.ts'
import { isE164 } from '../../../contract/kernel/phone.rules.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { messages } from '../../i18n/messages.ts'
import { countryOf, examplePhone, judgePhone, showPhone } from '../../i18n/phone.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Note } from '../../ui/note.tsx'
import { PhoneInput } from '../../ui/phone-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { addPatient } from './commands.ts'
import type { ChosenPatient } from './chosen-patient.ts'
import { searchPatients } from './queries.ts'
import { isWholeName } from './whole-name.ts'

type QuickAddProps = {
  /** What was typed into the search: a name, or the digits of a phone. */
  typed: string
  zone: string
  /** The cards of this device, which the phone is compared with (rule 60). */
  cards: readonly ChosenPatient[]
  onDone: (patient: ChosenPatient) => void
  /** Set if only the patient is missing: Enter adds them and completes the booking. */
  onAddedToBook?: ((patient: ChosenPatient) => void) | undefined
  onCancel: () => void
}

/**
 * A new patient in five fields, also offline (SCREENS B1). If the phone is known, its owner is shown instead of making
 * a second card.
 */
export function PatientQuickAdd({ typed, zone, cards, onDone, onAddedToBook, onCancel }: QuickAddProps) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const form = useRef<HTMLFormElement>(null)
  // if first and last name are typed already, the phone is the next field
  const begins = useRef(isWholeName(typed) ? 'input[type="tel"]' : 'input')
  useEffect(() => {
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(begins.current)?.focus())
  }, [])
  const isName = /\p{L}/u.test(typed)
  const [name, setName] = useState(isName ? typed : '')
  const [phone, setPhone] = useState(isName ? '' : typed)
  const [email, setEmail] = useState('')
  const [birth, setBirth] = useState<number | null>(null)
  const [gender, setGender] = useState<NonNullable<Patient['gender']> | ''>('')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [onServer, setOnServer] = useState<ChosenPatient | null>(null)
  const [failed, setFailed] = useState(false)

  const country = countryOf(zone)
  const e164 = isE164(phone) ? phone : null
  const judged = judgePhone(phone, country)
  const isMore = 'wrong' in judged && judged.wrong === 'more'
  const example = examplePhone(country)
  const today = todayIn(zone, device.now())
  const known = e164
    ? (cards.find((card) => card.phone === e164) ?? (onServer?.phone === e164 ? onServer : null))
    : null
  const errors = {
    name: name.trim() ? null : t`Enter first and last name, such as Ayşe Yılmaz.`,
    phone: e164
      ? null
      : phone.trim()
        ? isMore
          ? t`A number is kept without an extension. Leave out what follows the number.`
          : t`This is not a valid phone number. Example: ${example}`
        : t`Enter a phone number. Example: ${example}`,
    email:
      !email.trim() || EMAIL.test(email.trim()) ? null : t`The email address is incomplete. Example: name@example.com`,
  }

  async function save(done: (patient: ChosenPatient) => void) {
    setTried(true)
    if (errors.name || errors.phone || errors.email || !e164) {
      // after the errors are drawn
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    if (known || busy) return
    setBusy(true)
    try {
      const match = offline ? null : await matchOnServer(e164)
      if (match) return setOnServer(match)
      const fields = { name: name.trim(), phone: e164, birthDate: birth === null ? null : isoDay(birth) }
      const id = await addPatient(device, { ...fields, email: email.trim() || null, gender: gender || null })
      done({ id, ...fields })
    } catch (error) {
      if (!isNotSaved(error)) throw error
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      className="quick-add"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save(onAddedToBook ?? onDone)
      }}
      aria-label={t`New patient`}
    >
      <h3>
        <Trans>New patient</Trans>
      </h3>
      <div className="quick-fields">
        <Field label={<Trans>First and last name</Trans>} required error={tried && errors.name}>
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <PhoneInput
          value={phone}
          onChange={setPhone}
          zone={zone}
          required
          autoComplete="off"
          error={tried && errors.phone}
          help={<Trans>Numbers of other countries with + and the country code.</Trans>}
        />
        <Field
          label={<Trans>Email</Trans>}
          error={tried && errors.email}
          help={<Trans>Without one the patient gets SMS.</Trans>}
        >
          <TextInput
            type="email"
            autoComplete="off"
            maxLength={200}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label={<Trans>Date of birth</Trans>}>
          <DatePicker value={birth} onChange={setBirth} today={today} min={19000101} max={today} />
        </Field>
        <Field label={<Trans>Gender</Trans>}>
          <NativeSelect
            value={gender}
            onChange={({ target }) => setGender(GENDERS.find((each) => each === target.value) ?? '')}
          >
            <option value="">{t`not recorded`}</option>
            <option value="female">{t`female`}</option>
            <option value="male">{t`male`}</option>
            <option value="other">{t`other`}</option>
          </NativeSelect>
        </Field>
      </div>
      {known ? (
        <Note
          tone="failed"
          alert
          title={
            <Trans>
              {showPhone(known.phone ?? '', country)} is the number of {known.name}
            </Trans>
          }
        >
          <Trans>There is already a record for this patient. Use that record, or enter another number.</Trans>
          <div>
            <Button small onClick={() => onDone(known)}>
              <Trans>Use {known.name}</Trans>
            </Button>
          </div>
        </Note>
      ) : null}
      {failed ? (
        <Note tone="failed" alert>
          {i18n._(messages.not_saved)}
        </Note>
      ) : null}
      <div className="row wrap">
        <Button
          type="submit"
          aria-busy={busy || undefined}
          whyDisabled={known ? t`The number belongs to a patient who exists.` : null}
          showWhy={false}
        >
          {onAddedToBook ? (
            offline ? (
              <Trans>Add and book on this device</Trans>
            ) : (
              <Trans>Add and book</Trans>
            )
          ) : offline ? (
            <Trans>Add on this device</Trans>
          ) : (
            <Trans>Add the patient</Trans>
          )}
        </Button>
        {onAddedToBook && (
          <Button look="quiet" onClick={() => void save(onDone)}>
            <Trans>Only add</Trans>
          </Button>
        )}
        <Button look="quiet" onClick={onCancel}>
          <Trans>Back to the search</Trans>
        </Button>
      </div>
    </form>
  )
}

const GENDERS = ['female', 'male', 'other'] as const
/** A rough version of the contract's check; the server checks again. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

const isoDay = (date: number) =>
  `${Math.floor(date / 10_000)}-${String(Math.floor(date / 100) % 100).padStart(2, '0')}-${String(date % 100).padStart(2, '0')}`

/**
 * The patient with this number, if the caller may see them. Waits 2.5 s at most; the server refuses a known number
 * later anyway.
 */
async function matchOnServer(e164: string): Promise<ChosenPatient | null> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, 2500, null))
  const outcome = await Promise.race([searchPatients(e164), late])
  return outcome?.kind === 'done' ? (outcome.reply.patients.find((card) => card.phone === e164) ?? null) : null
}
