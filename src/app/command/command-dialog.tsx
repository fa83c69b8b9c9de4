import './command.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { CalendarCheck, Search, Stethoscope, User, UserCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { Appointment } from '../../../contract/appointment/appointment.ts'
import { whyNotArrive } from '../../../contract/appointment/appointment.rules.ts'
import type { Patient } from '../../../contract/patient/patient.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { arrive } from '../../areas/appointment/commands.ts'
import { fullName } from '../../areas/doctor/doctor-words.ts'
import { formatAge, formatDateTime, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { usePhoneWords } from '../../screen/phone-words.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { focusPage } from '../../ui/focus-place.ts'
import { useCommandActs } from './use-command-acts.tsx'
import { useHeld, useOnServer } from './use-found.ts'

/**
 * One search for everything: patients, visits and doctors by name, phone or check-in code, screens and acts by their words. What this device
 * holds answers at once, also offline; the server adds what it may show to who asks. Who is due today is checked in with Enter.
 */
export function CommandDialog({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const { person, now, zone } = device
  const navigate = useNavigate()
  const say = useSaySaved()
  const [typed, setTyped] = useState('')
  const held = useHeld(typed)
  const acts = useCommandActs(typed, onKeys)
  const here = typed.trim() === '' ? undefined : held
  const isFew = !here || here.patients.length + here.visits.length < FEW
  const server = useOnServer(typed, held !== undefined && isFew)
  const isStaff = person.type !== 'patient'
  const today = todayIn(zone, now())
  const due = isStaff
    ? (here?.visits ?? [])
        .filter((visit) => visit.date === today && !whyNotArrive(visit, person, now()))
        .slice(0, 2)
        .map((visit) => ({ visit, name: visit.patientName }))
    : []
  const known = new Set([...(here?.patients ?? []), ...(here?.visits ?? [])].map(({ id }) => id))
  const further = {
    patients: (server?.patients ?? []).filter(({ id }) => !known.has(id)),
    visits: (server?.visits ?? []).filter(({ id }) => !known.has(id)),
  }
  /** The page that opens is heard from its beginning; what opens no page leaves the focus to where it was. */
  const go = async (opens: unknown) => {
    onClose()
    if (!(opens instanceof Promise)) return
    await opens
    setTimeout(focusPage, CLOSING_MS)
  }
  const patientItem = (card: Patient) => (
    <PatientItem key={card.id} card={card} onOpen={() => void go(toPatient(card))} />
  )
  const visitItem = (visit: Appointment) => (
    <Item
      key={visit.id}
      id={visit.id}
      icon={<CalendarCheck aria-hidden="true" />}
      detail={formatDateTime(visit.start, visit.zone)}
      onChoose={() => void go(navigate({ to: '/appointment/$id', params: { id: visit.id } }))}
    >
      {isStaff ? visit.patientName : (here?.doctorName(visit.doctorId) ?? '')}
    </Item>
  )
  const toPatient = ({ id }: Patient) => navigate({ to: '/patient/$id', params: { id } })
  const toDoctor = (id: string) =>
    isStaff
      ? navigate({ to: '/doctor/$id', params: { id } })
      : navigate({ to: '/appointment/new', search: { doctor: id } })
  // a doctor has no screen of a colleague
  const doctors = person.type === 'doctor' ? [] : (here?.doctors ?? [])
  const isNothing =
    typed.trim() !== '' &&
    here !== undefined &&
    ![here.patients, here.visits, doctors, further.patients, further.visits, acts.screens, acts.acts].some(
      (each) => each.length,
    )
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={<Trans>Search everywhere</Trans>}>
      <Command className="command stack-2" shouldFilter={false} loop label={t`Search everywhere`}>
        <div className="command-input">
          <Search aria-hidden="true" />
          <Command.Input
            value={typed}
            onValueChange={setTyped}
            maxLength={100}
            placeholder={isStaff ? t`Name, phone, check-in code, screen or act` : t`Doctor, screen or act`}
          />
        </div>
        <Command.List className="command-list" label={t`Found`}>
          {due.length > 0 && (
            <Command.Group heading={t`At the desk`}>
              {due.map(({ visit, name }) => (
                <Item
                  key={visit.id}
                  id={`arrive ${visit.id}`}
                  icon={<UserCheck aria-hidden="true" />}
                  detail={formatTime(visit.start, visit.zone)}
                  onChoose={() => void go(void say(() => arrive(device, visit), t`Arrived: ${name}`))}
                >
                  <Trans>Check in {name}</Trans>
                </Item>
              ))}
            </Command.Group>
          )}
          <Part heading={t`Patients`}>{here?.patients.map(patientItem)}</Part>
          <Part heading={t`Appointments`}>{here?.visits.map(visitItem)}</Part>
          <Part heading={t`Doctors`}>
            {doctors.map((doctor) => (
              <Item
                key={doctor.id}
                id={doctor.id}
                icon={<Stethoscope aria-hidden="true" />}
                onChoose={() => void go(toDoctor(doctor.id))}
              >
                {fullName(doctor)}
              </Item>
            ))}
          </Part>
          {(['acts', 'screens'] as const).map((kind) => (
            <Part key={kind} heading={kind === 'acts' ? t`Acts` : t`Screens`}>
              {acts[kind].map(({ id, label, icon, run }) => (
                <Item
                  key={id}
                  id={`${kind} ${id}`}
                  icon={icon}
                  onChoose={() => void (id === 'keys' ? run() : go(run()))}
                >
                  {label}
                </Item>
              ))}
            </Part>
          ))}
          <Part heading={t`From the server`}>
            {[...further.patients.map(patientItem), ...further.visits.map(visitItem)]}
          </Part>
        </Command.List>
        <p className="command-foot" role="status">
          {typed.trim() !== '' && !held && <Trans>Reading what this device holds…</Trans>}
          {isNothing && <Trans>Nothing found. Try fewer letters.</Trans>}
        </p>
      </Command>
    </Dialog>
  )
}

const FEW = 5
/** Longer than the dialog takes to give the focus back. */
const CLOSING_MS = 100

function Part({ heading, children }: { heading: string; children: readonly ReactNode[] | undefined }) {
  return children?.length ? <Command.Group heading={heading}>{children}</Command.Group> : null
}

function PatientItem({ card, onOpen }: { card: Patient; onOpen: () => void }) {
  const { zone, now } = useDevice()
  const language = useLanguage()
  const phoneOf = usePhoneWords()
  const { birthDate, phone } = card
  const age = birthDate ? formatAge(Number(birthDate.replaceAll('-', '')), todayIn(zone, now()), language) : null
  return (
    <Item
      id={card.id}
      icon={<User aria-hidden="true" />}
      detail={[age, phone && phoneOf(phone)].filter(Boolean).join(' · ')}
      onChoose={onOpen}
    >
      {card.name}
    </Item>
  )
}

function Item({
  id,
  icon,
  detail,
  onChoose,
  children,
}: {
  id: string
  icon: ReactNode
  detail?: string
  onChoose: () => void
  children: ReactNode
}) {
  return (
    <Command.Item value={id} onSelect={onChoose}>
      {icon}
      <span>
        {children}
        {detail && <span className="command-detail">{detail}</span>}
      </span>
    </Command.Item>
  )
}
