import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { CalendarCheck, Stethoscope, User, UserCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { whyNotArrive } from '../../../contract/appointment/appointment.rules.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { arrive } from '../../areas/appointment/commands.ts'
import { fullName } from '../../areas/doctor/doctor-words.ts'
import { listedStart } from '../../areas/appointment/visit-wall.ts'
import { formatAge, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { usePhoneWords } from '../../screen/phone-words.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useCommandActs } from './use-command-acts.tsx'
import { useHeld, useOnServer } from './use-found.ts'

/** One line of the results; `run` opens it or performs it, and returns a promise if a page opens. */
export type FoundItem = {
  readonly id: string
  readonly icon: ReactNode
  readonly label: ReactNode
  readonly detail?: string
  readonly run: () => unknown
}
export type FoundPart = { readonly id: string; readonly heading: string; readonly items: readonly FoundItem[] }

/**
 * The results in the order shown, without empty parts. `isCurrent` is false while they belong to an earlier text,
 * `isRead` while the device's data is read for the first time.
 */
export function useFoundParts(
  typed: string,
  onKeys: () => void,
): { readonly parts: readonly FoundPart[]; readonly isCurrent: boolean; readonly isRead: boolean } {
  const { t } = useLingui()
  const device = useDevice()
  const { person, now, zone } = device
  const navigate = useNavigate()
  const say = useSaySaved()
  const detailOf = usePatientDetail()
  const held = useHeld(typed)
  const acts = useCommandActs(typed, onKeys)
  const localResults = typed.trim() === '' ? null : held.found
  const isFew = !localResults || localResults.patients.length + localResults.visits.length < FEW
  const server = useOnServer(typed, held.found !== null && isFew)
  const isStaff = person.type !== 'patient'
  const today = todayIn(zone, now())

  const due = (localResults?.visits ?? [])
    .filter((visit) => isStaff && visit.date === today && !whyNotArrive(visit, person, now()))
    .slice(0, 2)
    .map((visit) => {
      const name = visit.patientName
      return {
        id: `arrive ${visit.id}`,
        icon: <UserCheck aria-hidden="true" />,
        detail: formatTime(visit.start, visit.zone),
        label: <Trans>Check in {name}</Trans>,
        run: () => void say(() => arrive(device, visit), t`Arrived: ${name}`),
      }
    })
  const patientItem = (card: Patient) => ({
    id: card.id,
    icon: <User aria-hidden="true" />,
    detail: detailOf(card),
    label: card.name,
    run: () => navigate({ to: '/patient/$id', params: { id: card.id } }),
  })
  const visitItem = (visit: Appointment) => ({
    id: visit.id,
    icon: <CalendarCheck aria-hidden="true" />,
    detail: listedStart(visit),
    label: isStaff ? visit.patientName : (localResults?.doctorName(visit.doctorId) ?? ''),
    run: () => navigate({ to: '/appointment/$id', params: { id: visit.id } }),
  })
  const toDoctor = (id: string) =>
    isStaff
      ? navigate({ to: '/doctor/$id', params: { id } })
      : navigate({ to: '/appointment/new', search: { doctor: id } })
  // a doctor has no page about a colleague
  const doctors = person.type === 'doctor' ? [] : (localResults?.doctors ?? [])
  const known = new Set([...(localResults?.patients ?? []), ...(localResults?.visits ?? [])].map(({ id }) => id))
  const isNew = ({ id }: { id: string }) => !known.has(id)

  const parts: FoundPart[] = [
    { id: 'due', heading: t`At reception`, items: due },
    { id: 'patients', heading: t`Patients`, items: (localResults?.patients ?? []).map(patientItem) },
    { id: 'visits', heading: t`Appointments`, items: (localResults?.visits ?? []).map(visitItem) },
    {
      id: 'doctors',
      heading: t`Doctors`,
      items: doctors.map((doctor) => ({
        id: doctor.id,
        icon: <Stethoscope aria-hidden="true" />,
        label: fullName(doctor),
        run: () => toDoctor(doctor.id),
      })),
    },
    { id: 'acts', heading: t({ message: 'Actions', context: 'search' }), items: acts.acts },
    { id: 'screens', heading: t`Screens`, items: acts.screens },
    {
      id: 'server',
      heading: t`From the server`,
      items: [
        ...(server?.patients ?? []).filter(isNew).map(patientItem),
        ...(server?.visits ?? []).filter(isNew).map(visitItem),
      ],
    },
  ]
  return {
    parts: parts.filter(({ items }) => items.length > 0),
    isCurrent: held.isCurrent,
    isRead: held.found !== null,
  }
}

const FEW = 5

/** Age and phone, which distinguish patients of the same name. */
function usePatientDetail(): (card: Patient) => string {
  const { zone, now } = useDevice()
  const language = useLanguage()
  const phoneOf = usePhoneWords()
  return ({ birthDate, phone }) => {
    const age = birthDate ? formatAge(Number(birthDate.replaceAll('-', '')), todayIn(zone, now()), language) : null
    return [age, phone && phoneOf(phone)].filter(Boolean).join(' · ')
  }
}
