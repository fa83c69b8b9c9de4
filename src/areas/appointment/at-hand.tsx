import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Globe, MapPin, NotebookPen, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDate } from '../../i18n/format.ts'
import { Allergies } from '../patient/allergies.tsx'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useVisits, type ShownVisit } from './queries.ts'
import type { VisitAction } from './visit-acts.tsx'
import type { VisitFacts } from './visit-facts.ts'
import { ChangeMark, GenderWord, StateBadge, UndoButton, VisitLink } from './visit-row.tsx'
import { wallInList } from './visit-wall.ts'
import { OtherWall, TypeWord } from './visit-words.tsx'

/** The current patient, expanded: what must be known first, and the next act. */
export function AtHand({
  visit,
  facts,
  actions,
}: {
  visit: ShownVisit
  facts: VisitFacts
  actions: readonly VisitAction[]
}) {
  const { person } = useDevice()
  const offline = useIsOffline()
  const patient = facts.patientOf(visit)
  const doctor = facts.doctorOf(visit)
  const wall = wallInList(visit)
  const complete = actions.find(({ id }) => id === 'complete')
  const rest = actions.filter(({ id }) => id !== 'complete')
  return (
    <article className="at-hand">
      <div className="at-hand-head">
        <div className="grow">
          <h2 className="at-hand-name">
            <VisitLink visit={visit} name={visit.patientName} />{' '}
            <small>
              {patient?.age}
              {patient?.age && patient.gender && ' · '}
              {patient?.gender && <GenderWord gender={patient.gender} />}
            </small>
          </h2>
          <div className="visit-meta">
            {wall.other && (
              <span>
                <Globe />
                <OtherWall wall={wall} />
              </span>
            )}
            <span>
              {visit.type === 'online' ? <Video /> : <MapPin />}
              <TypeWord type={visit.type} />
            </span>
            <span>{[person.type === 'doctor' ? null : doctor.name, doctor.branch].filter(Boolean).join(' · ')}</span>
          </div>
        </div>
        <div className="stack-2">
          <StateBadge visit={visit} facts={facts} since />
          <ChangeMark visit={visit} />
        </div>
      </div>
      <dl className="at-hand-facts">
        <Fact name={<Trans>Allergies</Trans>}>
          {patient ? <Allergies card={patient.card} act /> : <Trans>Not on this device</Trans>}
        </Fact>
        <Fact name={<Trans>Last appointment</Trans>}>
          <LastVisit visit={visit} />
        </Fact>
        <Fact name={<Trans>Patient’s note</Trans>}>{visit.patientNote ?? <Trans>None</Trans>}</Fact>
      </dl>
      <div className="at-hand-acts">
        {complete && (
          <Button look="primary" whyDisabled={complete.whyDisabled} onClick={complete.onSelect}>
            {complete.icon}
            {offline ? <Trans>Complete, save on this device</Trans> : <Trans>Complete</Trans>}
          </Button>
        )}
        <Link to="/appointment/$id" params={{ id: visit.id }} hash="note" className="btn">
          <NotebookPen aria-hidden="true" />
          <Trans>Add a note</Trans>
        </Link>
        <UndoButton visit={visit} />
        <span className="push">
          <RowMenu name={visit.patientName} items={rest} />
        </span>
      </div>
    </article>
  )
}

function Fact({ name, children }: { name: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The patient's last completed visit before this one, as far as this device reaches back. */
function LastVisit({ visit }: { visit: ShownVisit }) {
  const { zone } = useDevice()
  const visits = useVisits({ patientId: visit.patientId })
  const last = visits?.findLast(({ status, start }) => status === 'completed' && start < visit.start)
  return last ? formatDate(last.start, zone) : <Trans>None in the last 30 days</Trans>
}
