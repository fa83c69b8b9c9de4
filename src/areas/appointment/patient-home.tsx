import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Plus } from 'lucide-react'
import { useCommented } from '../comment/queries.ts'
import { formatWallTime } from '../../i18n/format.ts'
import { dateFormat } from '../../i18n/formats.ts'
import { intlTag } from '../../../contract/kernel/constants.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Card } from '../../ui/card.tsx'
import { NonePatient } from './list-empty.tsx'
import { NextVisit } from './next-visit.tsx'
import type { ShownVisit } from './queries.ts'
import type { VisitContext } from './visit-context.ts'
import type { VisitAction } from './visit-acts.tsx'
import type { VisitFacts } from './visit-facts.ts'
import { ChangeMark, shownState, StateBadge } from './visit-row.tsx'
import { wallInList } from './visit-wall.ts'
import { OtherWall } from './visit-words.tsx'

type HomeProps = {
  visits: readonly ShownVisit[]
  facts: VisitFacts
  actionsOf: (visit: ShownVisit, context: VisitContext) => readonly VisitAction[]
}

/** A patient's landing page: the next visit and what it needs, then later visits, then past ones. */
export function PatientHome({ visits, facts, actionsOf }: HomeProps) {
  const { now } = useDevice()
  const coming = visits.filter(({ status, end }) => status === 'waiting' && Date.parse(end) > now())
  const [next, ...later] = coming
  const past = visits.filter((visit) => !coming.includes(visit)).toReversed()
  if (visits.length === 0) return <NonePatient />
  return (
    <div className="home">
      <div className="stack">
        {next ? (
          <NextVisit visit={next} facts={facts} actions={actionsOf(next, facts.context(next))} />
        ) : (
          <Card>
            <p className="dim">
              <Trans>You have no upcoming appointments.</Trans>
            </p>
          </Card>
        )}
        <Link to="/appointment/new" search={{}} className={next ? 'btn block' : 'btn block primary'}>
          <Plus aria-hidden="true" />
          <Trans>Book an appointment</Trans>
        </Link>
      </div>
      <div className="stack">
        {later.length > 0 && (
          <Card flush title={<Trans>Upcoming</Trans>} count={later.length}>
            <VisitLines visits={later} facts={facts} />
          </Card>
        )}
        {past.length > 0 && (
          <Card
            flush
            title={<Trans>Past</Trans>}
            aside={
              past.length > SHOWN && (
                <Link from="/appointment" search={{ view: 'list', preset: 'all' }}>
                  <Trans>All</Trans>
                </Link>
              )
            }
          >
            <VisitLines visits={past.slice(0, SHOWN)} facts={facts} />
          </Card>
        )}
      </div>
    </div>
  )
}

/** How many past visits the landing page shows; the list has the rest. */
const SHOWN = 5

function VisitLines({ visits, facts }: { visits: readonly ShownVisit[]; facts: VisitFacts }) {
  const { now } = useDevice()
  const language = useLanguage()
  const commented = useCommented()
  return (
    <ul>
      {visits.map((visit) => {
        const wall = wallInList(visit)
        const { name, branch } = facts.doctorOf(visit)
        const state = shownState(visit, facts, now())
        // States that the list's heading already implies need no badge.
        const isPlain = (state === 'completed' || state === 'waiting') && visit.pending === 'none'
        return (
          <li key={visit.id}>
            <Link to="/appointment/$id" params={{ id: visit.id }} className="home-line">
              <span className="home-day">
                <b>{String(wall.date % 100).padStart(2, '0')}</b>
                {monthOf(visit.start, wall.zone, intlTag(language))}
              </span>
              <span className="grow">
                <span className="strong">{visit.status === 'cancelled' ? <s>{name}</s> : name}</span>
                <span className="home-detail">
                  {formatWallTime(wall.time)}
                  {branch && ` · ${branch}`}
                  <OtherWall wall={wall} />
                </span>
                {commented && state === 'completed' && !commented.has(visit.id) && (
                  <span className="home-detail">
                    <Trans>Tell us how it was</Trans>
                  </span>
                )}
                {!isPlain && (
                  <span className="row wrap">
                    <StateBadge visit={visit} facts={facts} />
                    {visit.pending === 'waiting' && <ChangeMark visit={visit} />}
                  </span>
                )}
              </span>
              <ChevronRight aria-hidden="true" />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

const monthOf = (start: string, zone: string, tag: string) =>
  dateFormat(tag, { month: 'short', timeZone: zone }).format(Date.parse(start))
