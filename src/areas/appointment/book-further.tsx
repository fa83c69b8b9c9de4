import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../i18n/format.ts'
import { useEntriesOf } from '../../screen/queries-waiting.ts'
import { useEntryWords } from '../../screen/entry-words.ts'
import { ChangeTag, VisitBadge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { useVisitAnywhere } from './queries-anywhere.ts'
import { wallOfVisit } from './visit-wall.ts'

/** The further visits of a series as they become booked; one that is refused says so and waits in the sync centre, the others stay. */
export function FurtherVisits({ ids }: { ids: readonly string[] }) {
  return (
    <Card flush title={<Trans>Further appointments</Trans>} count={ids.length}>
      <ul className="series">
        {ids.map((id) => (
          <Further key={id} id={id} />
        ))}
      </ul>
    </Card>
  )
}

function Further({ id }: { id: string }) {
  const { visit } = useVisitAnywhere(id)
  const words = useEntryWords()
  const entry = useEntriesOf(`appointment:${id}`)?.find(({ call }) => call === 'appointment.book')
  const start = visit?.start ?? entry?.input['start']
  if (typeof start !== 'string') return null
  const zone = visit ? wallOfVisit(visit).zone : (entry?.facts.zone ?? 'UTC')
  const isRefused = entry?.state === 'parked'
  return (
    <li data-open={isRefused || undefined}>
      <span className="grow">
        {visit && !isRefused ? (
          <Link to="/appointment/$id" params={{ id }}>
            {formatDateTime(start, zone)}
          </Link>
        ) : (
          formatDateTime(start, zone)
        )}
        {isRefused && <span className="sm dim"> {words.reason(entry)}</span>}
      </span>
      {isRefused ? (
        <Link to="/sync" search={{ tab: 'attention', entry: entry.id }}>
          <ChangeTag state="failed" />
        </Link>
      ) : (
        <VisitBadge state={entry ? 'tentative' : 'waiting'} />
      )}
    </li>
  )
}
