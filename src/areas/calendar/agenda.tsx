import { Trans } from '@lingui/react/macro'
import { CalendarCheck } from 'lucide-react'
import { wallOf } from '../../../contract/kernel/time.ts'
import type { ShownVisit } from '../appointment/queries.ts'
import { daysFrom } from '../availability/slot-days.ts'
import type { VisitFacts } from '../appointment/visit-facts.ts'
import type { VisitAction } from '../appointment/visit-acts.tsx'
import { ChangeMark, StateBadge, UndoButton, VisitLink } from '../appointment/visit-row.tsx'
import { wallOnGrid } from '../appointment/visit-wall.ts'
import { OtherWall, VisitType } from '../appointment/visit-words.tsx'
import type { ShownBusy } from '../availability/queries.ts'
import { formatDay, formatSpan, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Empty } from '../../ui/states.tsx'
import type { CalendarWindow } from './layers.ts'
import type { CalendarState } from './state.ts'

type AgendaProps = {
  state: CalendarState
  window: CalendarWindow
  facts: VisitFacts
  actionsOf: (visit: ShownVisit) => readonly VisitAction[]
  linkName: (id: string) => string | undefined
  onBusy: (busy: ShownBusy) => void
}

/** The days as plain lists, one below the other: for phones, for print, and for screen readers. */
export function Agenda({ state, window, ...rest }: AgendaProps) {
  const { zone, from, to, today } = state
  const language = useLanguage()
  const dayOf = (at: number) => wallOf(at, zone).date
  const lines = [
    ...window.visits.map((visit) => ({ start: visit.start, end: visit.end, visit })),
    ...window.busy.map((busy) => ({ start: busy.start, end: busy.end, busy })),
  ].toSorted((a, b) => a.start.localeCompare(b.start))
  // a time past midnight appears on each of its days
  const days = daysFrom(from, to).map((day) => ({
    day,
    lines: lines.filter((line) => dayOf(Date.parse(line.start)) <= day && dayOf(Date.parse(line.end) - 1) >= day),
  }))
  if (lines.length === 0)
    return (
      <Empty icon={<CalendarCheck className="icon-lg" />} title={<Trans>Nothing in these days</Trans>}>
        <Trans>Appointments, closed times and events from your other calendars are listed here by day.</Trans>
      </Empty>
    )
  return (
    <div className="stack">
      {days.map(({ day, lines: ofDay }) => (
        <section key={day} className="card cal-agenda" data-today={day === today || undefined}>
          <h3>
            {formatDay(day, language)}{' '}
            {day === today && (
              <span className="dim">
                · <Trans>Today</Trans>
              </span>
            )}
          </h3>
          {ofDay.length === 0 ? (
            <p className="dim sm">
              <Trans>No appointments</Trans>
            </p>
          ) : (
            <ul>
              {ofDay.map((line) =>
                'visit' in line ? (
                  <VisitLine key={line.visit.id} visit={line.visit} state={state} {...rest} />
                ) : (
                  <BusyLine key={line.busy.id} busy={line.busy} day={day} state={state} {...rest} />
                ),
              )}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
}

type LineProps = Omit<AgendaProps, 'window'>

function VisitLine({ visit, state, facts, actionsOf }: LineProps & { visit: ShownVisit }) {
  const wall = wallOnGrid(visit, state.zone)
  return (
    <li data-pending={visit.pending === 'none' ? undefined : visit.pending}>
      <span className="cal-agenda-time">
        <time dateTime={visit.start}>
          {formatSpan(formatTime(visit.start, state.zone), formatTime(visit.end, state.zone))}
        </time>
        <OtherWall wall={wall} />
      </span>
      <span className="grow cal-agenda-who">
        <VisitLink visit={visit} name={visit.patientName} />
        <span className="sm dim">
          <VisitType type={visit.type} />
        </span>
      </span>
      <span className="row wrap">
        <StateBadge visit={visit} facts={facts} />
        <ChangeMark visit={visit} />
        <UndoButton visit={visit} />
      </span>
      <RowMenu name={visit.patientName} items={actionsOf(visit)} />
    </li>
  )
}

function BusyLine({ busy, day, state, linkName, onBusy }: LineProps & { busy: ShownBusy; day: number }) {
  const isWhole = (at: string) => wallOf(Date.parse(at), state.zone)
  const starts = isWhole(busy.start).date === day ? formatTime(busy.start, state.zone) : '00:00'
  const ends = isWhole(busy.end).date === day ? formatTime(busy.end, state.zone) : '24:00'
  const from = busy.linkId ? linkName(busy.linkId) : null
  return (
    <li className="cal-agenda-busy">
      <span className="cal-agenda-time">{formatSpan(starts, ends)}</span>
      <span className="grow">
        {busy.linkId ? (
          from ? (
            <Trans>Busy, {from}</Trans>
          ) : (
            <Trans context="calendar">Busy</Trans>
          )
        ) : (
          <button type="button" className="link" onClick={() => onBusy(busy)}>
            {busy.title ?? <Trans context="calendar">Closed</Trans>}
          </button>
        )}
      </span>
    </li>
  )
}
