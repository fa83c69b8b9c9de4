import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatDay, formatSpan, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { MOST_PRINTED } from '../../screen/use-print.ts'
import { Card } from '../../ui/card.tsx'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import type { DoctorDay } from './doctors-day.ts'
import type { ListState } from './list-state.ts'
import type { ShownVisit } from './queries.ts'
import type { VisitFacts } from './visit-facts.ts'
import { StateBadge } from './visit-row.tsx'
import { VisitType } from './visit-words.tsx'

/** The day by doctor as it is printed: one after the other, each appointment on a line; nothing that only a screen can do. */
export function DoctorsPaper({
  state,
  columns,
  facts,
}: {
  state: ListState
  columns: readonly DoctorDay[]
  facts: VisitFacts
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const { day, zone } = state
  const names = new Map(facts.doctors.map(({ id, name }) => [id, name]))
  const lines: readonly Column<ShownVisit>[] = [
    {
      id: 'time',
      head: <Trans>Time</Trans>,
      card: 'time',
      cell: ({ start, end }) => <b>{formatSpan(formatTime(start, zone), formatTime(end, zone))}</b>,
    },
    { id: 'patient', head: <Trans>Patient</Trans>, card: 'title', cell: ({ patientName }) => patientName },
    {
      id: 'type',
      head: <Trans context="visit">Type</Trans>,
      card: 'detail',
      cell: ({ type }) => <VisitType type={type} />,
    },
    {
      id: 'status',
      head: <Trans>Status</Trans>,
      card: 'status',
      cell: (visit) => <StateBadge visit={visit} facts={facts} />,
    },
  ]
  return (
    <div className="stack">
      <h2>{formatDay(day, language)}</h2>
      {columns.map(({ id, open, isOff, visits }) => (
        <Card
          key={id}
          flush
          title={names.get(id) ?? t`Doctor unknown to this device`}
          count={
            <>
              {isOff ? (
                <Trans context="doctor">Day off</Trans>
              ) : (
                open.map(({ from, to }) => formatSpan(formatTime(from, zone), formatTime(to, zone))).join(', ')
              )}{' '}
              <Plural value={visits.length} one="# appointment" other="# appointments" />
            </>
          }
        >
          {visits.length > 0 && (
            <Table
              label={t`Appointments of the day`}
              columns={lines}
              rows={visits.slice(0, MOST_PRINTED)}
              keyOf={(visit) => visit.id}
            />
          )}
        </Card>
      ))}
    </div>
  )
}
