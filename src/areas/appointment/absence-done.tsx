import { Plural, Trans } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { ChangeTag } from '../../ui/badge.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { useActedUpon } from './queries-absence.ts'
import { ChangeMark, VisitLink } from './visit-row.tsx'
import { listedStart } from './visit-wall.ts'

/**
 * What was done about an absence, with the state of each act: waiting to send, saved, or refused with a link to its
 * decision.
 */
export function AbsenceDone({ ids }: { ids: readonly string[] }) {
  const visits = useActedUpon(ids) ?? []
  const sent = visits.filter(({ pending }) => pending === 'none').length
  return (
    <Card flush title={<Trans context="appointments of a doctor who is away">Done</Trans>} className="absence-done">
      <div className="close-all" role="status">
        <ProgressBar
          value={visits.length === 0 ? 0 : (sent / visits.length) * 100}
          label={
            <Plural
              value={visits.length}
              one={`${sent} of # change is on the server`}
              other={`${sent} of # changes are on the server`}
            />
          }
        />
      </div>
      <ul className="close-rows">
        {visits.map((visit) => (
          <li key={visit.id}>
            <span className="close-who">
              <b>
                <VisitLink visit={visit} name={visit.patientName} />
              </b>
              <span className="sm dim">
                {visit.status === 'cancelled' ? (
                  <Trans context="appointment of a doctor who is away">Cancelled</Trans>
                ) : (
                  <Trans>Moved to {listedStart(visit)}</Trans>
                )}
              </span>
            </span>
            {visit.pending === 'none' ? <ChangeTag state="saved" /> : <ChangeMark visit={visit} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
