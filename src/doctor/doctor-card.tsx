import { Trans } from '@lingui/react/macro'
import { Languages, MapPin } from 'lucide-react'
import { addDays, todayIn } from '../../contract/time.ts'
import { SLOT_WINDOW_DAYS, useSlots } from '../appointment/queries-slots.ts'
import { useClinics } from '../clinic/queries.ts'
import { formatDate, formatMoney, formatTime, weekdayName } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { useDevice } from '../shell/device.tsx'
import { Avatar } from '../ui/avatar.tsx'
import type { ShownDoctor } from './queries.ts'
import { fullName, languageNames, useSpecialty } from './doctor-words.ts'

/** A doctor, to choose where `onChoose` is given, with the next free time of the coming four weeks and its price. */
export function DoctorCard({ doctor, onChoose }: { doctor: ShownDoctor; onChoose?: () => void }) {
  const language = useLanguage()
  const specialty = useSpecialty()
  const clinics = useClinics()
  const places = doctor.clinicIds.flatMap((id) => clinics?.get(id)?.name ?? [])
  const face = (
    <>
      <Avatar name={doctor.name} large />
      <span className="grow">
        <b className="doctor-name">{fullName(doctor)}</b>
        <span className="sm dim">{specialty(doctor)}</span>
        <span className="sm dim">
          <MapPin aria-hidden="true" /> {[...places, doctor.city].filter(Boolean).join(', ')}
        </span>
        {doctor.languages.length > 0 && (
          <span className="sm dim">
            <Languages aria-hidden="true" /> {languageNames(doctor.languages, language)}
          </span>
        )}
      </span>
      <span className="doctor-next">
        <NextFree doctorId={doctor.id} />
      </span>
    </>
  )
  if (!onChoose) return <div className="doctor-card chosen-card">{face}</div>
  return (
    <button type="button" className="doctor-card" onClick={onChoose}>
      {face}
    </button>
  )
}

function NextFree({ doctorId }: { doctorId: string }) {
  const language = useLanguage()
  const { zone, now } = useDevice()
  const today = todayIn(zone, now())
  const last = addDays(today, SLOT_WINDOW_DAYS - 1)
  const inPerson = useSlots({ doctorId, type: 'face-to-face' }, today, last)
  if (inPerson.state === 'asking')
    return (
      <span className="sm dim">
        <Trans>Looking for a free time…</Trans>
      </span>
    )
  if (inPerson.state === 'unknown')
    return (
      <span className="sm dim">
        <Trans>Free times not known on this device</Trans>
      </span>
    )
  const [first] = inPerson.free
  if (!first)
    return (
      <span className="sm dim">
        <Trans>Nothing free on site in four weeks</Trans>
      </span>
    )
  const day = todayIn(first.zone, Date.parse(first.start))
  const when =
    day === today
      ? formatTime(first.start, first.zone)
      : `${weekdayName(day, language, 'short')} ${formatDate(first.start, first.zone)} ${formatTime(first.start, first.zone)}`
  return (
    <>
      <span className="sm dim">{day === today ? <Trans>Next free, today</Trans> : <Trans>Next free</Trans>}</span>
      <b>{when}</b>
      <span className="sm">{formatMoney(first.price, first.currency, language)}</span>
    </>
  )
}
