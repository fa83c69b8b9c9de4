import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { KEEP_DAYS_BACK } from '../../../contract/kernel/constants.ts'
import { searchVisits, type ShownVisit } from '../../areas/appointment/queries.ts'
import { useVisitFacts } from '../../areas/appointment/visit-facts.ts'
import { VisitTable } from '../../areas/appointment/visit-table.tsx'
import { formatDateTime } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import type { ListedCard } from '../../areas/patient/listed-card.ts'
import type { PatientVisits as Known } from '../../areas/patient/queries-kept.ts'

/** The patient's visits: those on this device, with the older ones from the server while there is a connection. */
export function PatientVisits({ card, known }: { card: ListedCard; known: Known | undefined }) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const offline = useIsOffline()
  const older = useServerVisits(card.id, offline)
  const visitCount = known?.visits
  const ids = new Set(visitCount?.map(({ id }) => id))
  const visits = [...(visitCount ?? []), ...older.visits.filter(({ id }) => !ids.has(id))].toSorted((a, b) =>
    a.start < b.start ? 1 : -1,
  )
  const facts = useVisitFacts(visits.slice(0, 200))
  if (!visitCount || older.state === 'asking') return <ListSkeleton rows={3} />
  const whole = older.state === 'done' || known.wholeAt !== null
  return (
    <Card
      flush
      title={<Trans>Appointments</Trans>}
      aside={
        offline && known.wholeAt !== null ? (
          <span className="sm dim">
            <Trans>All appointments, as of {formatDateTime(known.wholeAt, zone)}</Trans>
          </span>
        ) : null
      }
    >
      {visits.length > 0 ? (
        <VisitTable dated descending ofOne label={t`Appointments of ${card.name}`} visits={visits} facts={facts} />
      ) : whole ? (
        <Empty
          icon={<CalendarPlus className="icon-lg" />}
          title={<Trans>No appointments yet</Trans>}
          action={
            <Link to="/appointment/new" search={{ patient: card.id }} className="btn">
              <CalendarPlus aria-hidden="true" />
              <Trans>Book an appointment</Trans>
            </Link>
          }
        />
      ) : (
        <NotOnDevice />
      )}
      {!whole && visits.length > 0 && (
        <p className="card-body sm dim">
          <Trans>
            This device keeps {KEEP_DAYS_BACK} days back. Go online for older appointments, or choose the star “Keep on
            this device”.
          </Trans>
        </p>
      )}
      {older.problem && (
        <p className="card-body sm" role="alert">
          {older.problem}
        </p>
      )}
    </Card>
  )
}

type Older = {
  readonly state: 'asking' | 'done' | 'none'
  readonly visits: readonly ShownVisit[]
  readonly problem: string | null
}

/** Older visits from the server; shown, never stored. */
function useServerVisits(patient: string, offline: boolean): Older {
  const words = useProblemWords()
  const [older, setOlder] = useState<Omit<Older, 'problem'> & { readonly problem: Problem | null }>({
    state: 'none',
    visits: [],
    problem: null,
  })
  useEffect(() => {
    if (offline) return
    let gone = false
    void searchVisits({ patientId: patient, limit: 200, sort: '-start' }).then((outcome) => {
      if (gone) return
      setOlder(
        outcome.kind === 'done'
          ? {
              state: 'done',
              visits: outcome.reply.appointments.map((visit) => ({ ...visit, pending: 'none' })),
              problem: null,
            }
          : { state: 'none', visits: [], problem: outcome },
      )
    })
    return () => {
      gone = true
    }
  }, [patient, offline])
  return { ...older, problem: older.problem && words(older.problem) }
}
