import { Trans, useLingui } from '@lingui/react/macro'
import type { Patient } from '../../../contract/patient/patient.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { formatAge, formatDate } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { usePhoneWords } from '../../screen/phone-words.ts'

/** Age and gender in words: "34, female". Null if neither is known. */
export function useAgeWords(): (card: Pick<Patient, 'birthDate' | 'gender'>) => string | null {
  const { zone, now } = useDevice()
  const language = useLanguage()
  const genders = useGenders()
  const today = todayIn(zone, now())
  return ({ birthDate, gender }) =>
    [
      birthDate ? formatAge(Number(birthDate.replaceAll('-', '')), today, language) : null,
      gender ? genders[gender] : null,
    ]
      .filter(Boolean)
      .join(', ') || null
}

export function useGenders(): Readonly<Record<NonNullable<Patient['gender']>, string>> {
  const { t } = useLingui()
  return { female: t`female`, male: t`male`, other: t`other` }
}

/** Rule 59: a patient without an address is reached by SMS only. */
export function MailWords({ email }: { email: string | null }) {
  // lets a long address break before the @ rather than within a word
  const [name, host] = email?.split('@') ?? []
  return email ? (
    <span className="anywhere">
      {name}
      <wbr />
      {host !== undefined && `@${host}`}
    </span>
  ) : (
    <span className="dim">
      <Trans>no email</Trans>
    </span>
  )
}

/** A phone number as a link that calls it. */
export function PhoneLink({ phone }: { phone: string }) {
  const phoneOf = usePhoneWords()
  return (
    <a className="nowrap" href={`tel:${phone}`}>
      {phoneOf(phone)}
    </a>
  )
}

/** The date of an instant in the clinic's zone, or the given words if there is none. */
export function DayWords({ at, none }: { at: string | null; none: React.ReactNode }) {
  const { zone } = useDevice()
  return at ? <span className="nowrap">{formatDate(at, zone)}</span> : <span className="dim">{none}</span>
}

/** The badge of an inactive patient (rule 55). */
export function PassiveBadge() {
  return (
    <span className="badge plain" data-tone="cancelled">
      <Trans context="patient">Inactive</Trans>
    </span>
  )
}
