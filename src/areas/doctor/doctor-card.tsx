import { Trans } from '@lingui/react/macro'
import { Languages, MapPin, Video } from 'lucide-react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import type { Clinic } from '../../../contract/clinic/clinic.ts'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { addDays, todayIn } from '../../../contract/kernel/time.ts'
import { SLOT_WINDOW_DAYS, useSlots } from '../appointment/queries-slots.ts'
import { wallOfVisit } from '../appointment/visit-wall.ts'
import { useClinics } from '../clinic/queries.ts'
import { formatDate, formatMoney, formatTime, weekdayName } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { pickText } from '../../i18n/multilingual.ts'
import { DoctorAvatar } from './doctor-avatar.tsx'
import { DoctorRating } from './doctor-rating.tsx'
import { fullName, languageNames, useSpecialty } from './doctor-words.ts'

/**
 * A doctor with the next free time and its price: the known one, otherwise the next of the coming four weeks. It can be
 * chosen if `onChoose` is given.
 */
export function DoctorCard({
  doctor,
  next,
  clinics: searched,
  onChoose,
}: {
  doctor: Doctor
  next?: Slot | undefined
  /** The clinics of doctors who are not on this device. */
  clinics?: ReadonlyMap<string, Pick<Clinic, 'name'>> | undefined
  onChoose?: () => void
}) {
  const language = useLanguage()
  const specialty = useSpecialty()
  const clinics = useClinics()
  const about = pickText(doctor.shortDescription, language)
  const places = doctor.clinicIds.flatMap((id) => (clinics?.get(id) ?? searched?.get(id))?.name ?? [])
  const face = (
    <>
      <DoctorAvatar doctor={doctor} large />
      <span className="grow">
        <b className="doctor-name">{fullName(doctor)}</b>
        <span className="sm dim">{specialty(doctor)}</span>
        <DoctorRating doctor={doctor} />
        <span className="sm dim">
          <MapPin aria-hidden="true" /> {[...places, doctor.city].filter(Boolean).join(', ')}
        </span>
        {doctor.languages.length > 0 && (
          <span className="sm dim">
            <Languages aria-hidden="true" /> {languageNames(doctor.languages, language)}
          </span>
        )}
        {about && (
          <span className="sm doctor-short" lang={about.lang}>
            {about.value}
          </span>
        )}
      </span>
      <span className="doctor-next">{next ? <FreeSlot slot={next} /> : <NextFree doctorId={doctor.id} />}</span>
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
  return <FreeSlot slot={first} />
}

function FreeSlot({ slot }: { slot: Slot }) {
  const language = useLanguage()
  const { now } = useDevice()
  const { zone } = wallOfVisit(slot)
  return (
    <>
      <span className="sm dim">
        {todayIn(zone, Date.parse(slot.start)) === todayIn(zone, now()) ? (
          <Trans>Next free, today</Trans>
        ) : (
          <Trans>Next free</Trans>
        )}
      </span>
      <b>
        <FreeWhen slot={slot} />
      </b>
      <span className="sm">
        {slot.type === 'online' && <Video aria-hidden="true" />} {formatMoney(slot.price, slot.currency, language)}
      </span>
    </>
  )
}

/** "14:20", with the date if it is not today; in the zone the visit is shown in (rule 3). */
export function FreeWhen({ slot }: { slot: Slot }) {
  const language = useLanguage()
  const { now } = useDevice()
  const { zone } = wallOfVisit(slot)
  const day = todayIn(zone, Date.parse(slot.start))
  const time = formatTime(slot.start, zone)
  return day === todayIn(zone, now())
    ? time
    : `${weekdayName(day, language, 'short')} ${formatDate(slot.start, zone)} ${time}`
}
