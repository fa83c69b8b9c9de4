import './close-day.css'
import './absence.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarCheck, Stethoscope, WandSparkles } from 'lucide-react'
import { useRef, useState } from 'react'
import { KEEP_DAYS_AHEAD } from '../../../contract/kernel/constants.ts'
import { addDays, dayBounds, todayIn } from '../../../contract/kernel/time.ts'
import { closeTime } from '../availability/commands.ts'
import { useClinics } from '../clinic/queries.ts'
import { DoctorPicker } from '../doctor/doctor-picker.tsx'
import { messages } from '../../i18n/messages.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { useDevice } from '../../screen/device.ts'
import { Freshness } from '../../screen/freshness.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { AbsenceDone } from './absence-done.tsx'
import { AbsenceFoot } from './absence-foot.tsx'
import { AbsenceLetters } from './absence-letters.tsx'
import { AbsenceRow } from './absence-row.tsx'
import { hitBy, LEFT, proposeTimes, sumUp, timesFor, type Plan } from './absence.ts'
import { cancel, move } from './commands.ts'
import { useFreeTimes } from './queries-absence.ts'
import { useVisits } from './queries.ts'
import { useVisitFacts } from './visit-facts.ts'

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
  const { i18n } = useLingui()
  const device = useDevice()
  const { now } = device
  const visits = useVisits({ from, to, doctorId, status: 'waiting' })
  const hit = hitBy(visits ?? [], now())
  const facts = useVisitFacts(visits ? hit : null)
  const times = useFreeTimes(doctorId, [...new Set(hit.map(({ type }) => type))], addDays(to, 1))
  const [plans, setPlans] = useState<ReadonlyMap<string, Plan>>(new Map())
  const [done, setDone] = useState<readonly string[]>([])
  const [closing, setClosing] = useState<boolean | null>(true)
  const [failed, setFailed] = useState<string | null>(null)
  // a second press comes before the first is drawn
  const underWay = useRef(false)
  const plan = (id: string, next: Plan) => setPlans(new Map([...plans, [id, next]]))
  const sum = sumUp(hit, plans)

  async function act(reason: string) {
    if (underWay.current) return
    underWay.current = true
    setFailed(null)
    const acted: string[] = []
    try {
      // first, so that no released time is booked again
      if (closing) {
        const bounds = { start: dayBounds(from, zone).from, end: dayBounds(to, zone).to }
        await closeTime(device, {
          doctorId,
          start: new Date(bounds.start).toISOString(),
          end: new Date(bounds.end).toISOString(),
          title: reason || null,
        })
        setClosing(null)
      }
      for (const { visit, slot } of sum.moved) {
        await move(device, { id: visit.id, duration: minutesOf(slot) }, slot.start)
        acted.push(visit.id)
      }
      for (const visit of sum.cancelled) {
        await cancel(device, visit, reason)
        acted.push(visit.id)
      }
    } catch (error) {
      if (!isNotSaved(error)) throw error
      setFailed(i18n._(messages.not_saved))
    } finally {
      setDone([...done, ...acted])
      setPlans(new Map([...plans].filter(([id]) => !acted.includes(id))))
      underWay.current = false
    }
  }

  if (!visits || !facts.ready) return <ListSkeleton />
  const free = times?.slots ?? []
  return (
    <>
      {failed && (
        <Note tone="failed" alert>
          {failed}
        </Note>
      )}
      {done.length > 0 && <AbsenceDone ids={done} />}
      {hit.length > 0 ? (
        <Card
          flush
          title={<Trans>Appointments of these days</Trans>}
          count={<Plural value={hit.length} one="# appointment" other="# appointments" />}
          aside={<Freshness />}
        >
          <div className="row wrap close-all">
            <span className="grow sm dim">
              <TimesWord known={times?.known} stale={times?.stale} />
            </span>
            <Button small onClick={() => setPlans(proposeTimes(hit, free, plans))}>
              <WandSparkles aria-hidden="true" />
              <Trans>Propose times for all</Trans>
            </Button>
            <Button small onClick={() => setPlans(new Map(hit.map(({ id }) => [id, { fate: 'cancel' as const }])))}>
              <Trans context="all appointments of a doctor who is away">Cancel all</Trans>
            </Button>
          </div>
          <ul className="close-rows">
            {hit.map((visit) => (
              <AbsenceRow
                key={visit.id}
                visit={visit}
                facts={facts}
                plan={plans.get(visit.id) ?? LEFT}
                times={timesFor(visit, free, plans)}
                onPlan={(next) => plan(visit.id, next)}
              />
            ))}
          </ul>
          <AbsenceLetters moved={sum.moved[0]} cancelled={sum.cancelled[0]} facts={facts} />
        </Card>
      ) : (
        <Empty
          icon={<CalendarCheck className="icon-lg" />}
          title={
            done.length > 0 ? <Trans>Nothing is left to decide</Trans> : <Trans>No appointments in these days</Trans>
          }
          action={
            <Link to="/appointment" search={{}} className="btn">
              <Trans>To the appointments</Trans>
            </Link>
          }
        >
          <Trans>You can still close the days, so that no one books them.</Trans>
        </Empty>
      )}
      {(hit.length > 0 || closing !== null) && (
        <AbsenceFoot sum={sum} closing={closing} onClosing={setClosing} onAct={act} />
      )}
    </>
  )
}

/** What is known about the offered free times. */
function TimesWord({ known, stale }: { known: boolean | undefined; stale: boolean | undefined }) {
  if (known === undefined) return <Trans>Looking for free times after the last day…</Trans>
  if (!known) return <Trans>The free times after the last day are not known on this device.</Trans>
  if (stale) return <Trans>Free times as this device last knew them; the server checks each.</Trans>
  return <Trans>Times offered are the doctor’s own, in the four weeks after the last day.</Trans>
}

const minutesOf = ({ start, end }: { start: string; end: string }) => (Date.parse(end) - Date.parse(start)) / 60_000
