import './close-day.css'
import './absence.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarCheck, WandSparkles } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { messages } from '../../i18n/messages.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { useDevice } from '../../screen/device.ts'
import { Freshness } from '../../screen/freshness.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { AbsenceDone } from './absence-done.tsx'
import { AbsenceFoot } from './absence-foot.tsx'
import { AbsenceLetters } from './absence-letters.tsx'
import { AbsenceRow } from './absence-row.tsx'
import { hitBy, LEFT, plansOf, proposeForAll, sumUp, timesFor, type Plan } from './absence.ts'
import { cancel, move } from './commands.ts'
import { useFreeTimes, type FreeTimes } from './queries-absence.ts'
import type { ShownVisit } from './queries.ts'
import { useVisitFacts } from './visit-facts.ts'

/**
 * The appointments that an absence or a closure hits, what becomes of each, and one button. Each is a change of its own
 * (decision 0134), also offline. `visits` is undefined while they are read; times are offered from `from` (YYYYMMDD).
 */
export function DecideVisits({
  visits,
  from,
  close,
  reasons,
  none,
  children,
}: {
  visits: readonly ShownVisit[] | undefined
  from: number
  /** Closes the days for booking; null if they are closed already. */
  close: ((reason: string) => Promise<void>) | null
  /** Common reasons for cancelling. */
  reasons: readonly string[]
  /** The title where there are no appointments, and below it what else can be done. */
  none: ReactNode
  children: ReactNode
}) {
  const { i18n } = useLingui()
  const device = useDevice()
  const hit = hitBy(visits ?? [], device.now())
  const facts = useVisitFacts(visits ? hit : null)
  const byDoctor = Map.groupBy(hit, ({ doctorId }) => doctorId)
  const times = useFreeTimes(
    [...byDoctor].map(([doctorId, its]) => [doctorId, [...new Set(its.map(({ type }) => type))]]),
    from,
  )
  const [plans, setPlans] = useState<ReadonlyMap<string, Plan>>(new Map())
  const [done, setDone] = useState<readonly string[]>([])
  const [closing, setClosing] = useState<boolean | null>(close ? true : null)
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
      if (close && closing) {
        await close(reason)
        setClosing(null)
      }
      for (const { visit, slot } of sum.moved) {
        // with a type a visit keeps its own length
        const duration = visit.visitType ? visit.duration : minutesOf(slot)
        await move(device, { id: visit.id, duration }, slot.start)
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
  const freeOf = (doctorId: string) => times?.get(doctorId)?.slots ?? []
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
              <TimesWord times={times} />
            </span>
            <Button small onClick={() => setPlans(proposeForAll(hit, freeOf, plans))}>
              <WandSparkles aria-hidden="true" />
              <Trans>Propose times for all</Trans>
            </Button>
            <Button small onClick={() => setPlans(new Map(hit.map(({ id }) => [id, { fate: 'cancel' as const }])))}>
              <Trans context="all appointments of a doctor who is away">Cancel all</Trans>
            </Button>
          </div>
          <ul className="close-rows">
            {[...byDoctor].flatMap(([doctorId, its]) =>
              its.map((visit) => (
                <AbsenceRow
                  key={visit.id}
                  visit={visit}
                  facts={facts}
                  doctor={byDoctor.size > 1 ? facts.doctorOf(visit).name : null}
                  plan={plans.get(visit.id) ?? LEFT}
                  times={timesFor(visit, freeOf(doctorId), plansOf(its, plans))}
                  onPlan={(next) => plan(visit.id, next)}
                />
              )),
            )}
          </ul>
          <AbsenceLetters moved={sum.moved[0]} cancelled={sum.cancelled[0]} facts={facts} />
        </Card>
      ) : (
        <Empty
          icon={<CalendarCheck className="icon-lg" />}
          title={done.length > 0 ? <Trans>Nothing is left to decide</Trans> : none}
          action={
            <Link to="/appointment" search={{}} className="btn">
              <Trans>To the appointments</Trans>
            </Link>
          }
        >
          {children}
        </Empty>
      )}
      {(hit.length > 0 || closing !== null) && (
        <AbsenceFoot sum={sum} reasons={reasons} closing={closing} onClosing={setClosing} onAct={act} />
      )}
    </>
  )
}

/** What is known about the offered free times. */
function TimesWord({ times }: { times: ReadonlyMap<string, FreeTimes> | undefined }) {
  if (times === undefined) return <Trans>Looking for free times after the last day…</Trans>
  const all = [...times.values()]
  if (all.some(({ known }) => !known))
    return <Trans>The free times after the last day are not known on this device.</Trans>
  if (all.some(({ stale }) => stale))
    return <Trans>Free times as this device last knew them; the server checks each.</Trans>
  return <Trans>Times offered are the doctor’s own, in the four weeks after the last day.</Trans>
}

const minutesOf = ({ start, end }: { start: string; end: string }) => (Date.parse(end) - Date.parse(start)) / 60_000
