import './close-day.css'
import './absence.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { Stethoscope } from 'lucide-react'
import { KEEP_DAYS_AHEAD } from '../../../contract/kernel/constants.ts'
import { addDays, dayBounds, todayIn } from '../../../contract/kernel/time.ts'
import { closeTime } from '../availability/commands.ts'
import { useClinics } from '../clinic/queries.ts'
import { DoctorPicker } from '../doctor/doctor-picker.tsx'
import { useDevice } from '../../screen/device.ts'
import { Card } from '../../ui/card.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { Empty } from '../../ui/states.tsx'
import { DecideVisits } from './absence-work.tsx'
import { useVisits } from './queries.ts'

const route = getRouteApi('/signed-in/appointment/absence')

/**
 * /appointment/absence, for staff: a doctor who is away, the appointments affected, what becomes of each, and one
 * button. Each appointment is a change of its own (decision 0134), also offline.
 */
export function AbsenceScreen() {
  const { person, zone, now } = useDevice()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const clinics = useClinics()
  const doctorId = person.type === 'doctor' ? person.id : (search.doctor ?? null)
  const clinicId = search.clinic ?? person.clinicId
  const days = clinics?.get(clinicId ?? '')?.zone ?? zone
  const today = todayIn(days, now())
  const from = Math.max(today, search.from ?? today)
  const to = Math.max(from, search.to ?? from)
  const set = (patch: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...patch }, replace: true, resetScroll: false })
  const last = addDays(today, KEEP_DAYS_AHEAD)
  return (
    <div className="close-day absence stack">
      <Card>
        <div className="absence-who">
          {person.type !== 'doctor' && (
            <DoctorPicker
              id="absence-doctor"
              value={{ doctorId, clinicId }}
              onChange={(place) =>
                set({
                  doctor: place.doctorId ?? undefined,
                  clinic: person.clinicId ? undefined : (place.clinicId ?? undefined),
                })
              }
            />
          )}
          <Field label={<Trans>First day</Trans>} required>
            <DatePicker
              value={from}
              onChange={(day) => day && set({ from: day })}
              today={today}
              min={today}
              max={last}
            />
          </Field>
          <Field label={<Trans>Last day</Trans>} required>
            <DatePicker value={to} onChange={(day) => day && set({ to: day })} today={today} min={from} max={last} />
          </Field>
        </div>
      </Card>
      {doctorId ? (
        <OfDoctor key={`${doctorId} ${from} ${to}`} doctorId={doctorId} from={from} to={to} zone={days} />
      ) : (
        <Empty icon={<Stethoscope className="icon-lg" />} title={<Trans>Who is away?</Trans>}>
          <Trans>Choose a doctor to see the appointments of these days.</Trans>
        </Empty>
      )}
    </div>
  )
}

function OfDoctor({ doctorId, from, to, zone }: { doctorId: string; from: number; to: number; zone: string }) {
  const { t } = useLingui()
  const device = useDevice()
  const visits = useVisits({ from, to, doctorId, status: 'waiting' })
  return (
    <DecideVisits
      visits={visits}
      from={addDays(to, 1)}
      close={async (reason) => {
        await closeTime(device, {
          doctorId,
          start: new Date(dayBounds(from, zone).from).toISOString(),
          end: new Date(dayBounds(to, zone).to).toISOString(),
          title: reason || null,
        })
      }}
      reasons={[t`The doctor is ill`, t`An emergency came in`, t`The doctor is away`]}
      none={<Trans>No appointments in these days</Trans>}
    >
      <Trans>You can still close the days, so that no one books them.</Trans>
    </DecideVisits>
  )
}
