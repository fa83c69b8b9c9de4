import { Plural, Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { formatDate, formatSpan, formatTime } from '../../i18n/format.ts'
import type { ShownVisit } from '../appointment/queries.ts'
import { otherOf, wallOnGrid } from '../appointment/visit-wall.ts'
import { shortName, TypeWord } from '../appointment/visit-words.tsx'
import { StateWord } from '../../ui/badge.tsx'
import type { VisitState } from '../../ui/bead-states.ts'
import type { Item } from './events.ts'

/** Facts about a visit that are not in its row. */
export type FaceFacts = {
  readonly stateOf: (visit: ShownVisit) => VisitState
  /** The name of the calendar a busy time was read from. */
  readonly linkName: (id: string) => string | undefined
}

/**
 * The content of an event in the grid: as much as fits for the eye, everything for screen readers. `line`: on one line,
 * as in a month; `short`: no room for a second. Memoized, since the library renders all faces again at each step of a
 * drag.
 */
export const EventFace = memo(function EventFace({
  item,
  ...rest
}: {
  item: Item
  facts: FaceFacts
  zone: string
  line: boolean
  short: boolean
}) {
  switch (item.kind) {
    case 'visit':
      return <VisitFace visit={item.visit} {...rest} />
    case 'busy':
      return <BusyFace busy={item.busy} {...rest} />
    case 'more':
      return (
        <span className="cal-more">
          <Plural value={item.count} one="# more" other="# more" />
        </span>
      )
  }
})

type FaceProps = { facts: FaceFacts; zone: string; line: boolean; short: boolean }

function VisitFace({ visit, facts, zone, line, short }: FaceProps & { visit: ShownVisit }) {
  const wall = wallOnGrid(visit, zone)
  const time = formatTime(visit.start, zone)
  const state = facts.stateOf(visit)
  // rule 3: if another clock differs from the grid's, both are named
  const elsewhere = wall.other ? otherOf(wall, wall.other) : null
  return (
    <>
      {line && (
        <span aria-hidden="true" className="cal-time">
          {time}
        </span>
      )}
      <b aria-hidden="true" className={line || short ? 'beaded cal-cut' : 'beaded'} data-tone={state}>
        {shortName(visit.patientName)}
      </b>
      {!line && !short && (
        <span aria-hidden="true" className="cal-time">
          {time}
          {elsewhere && ` (${elsewhere})`} <ShortWord visit={visit} state={state} />
        </span>
      )}
      <span className="vh">
        {formatSpan(time, formatTime(visit.end, zone))}
        {elsewhere && ` (${elsewhere})`} {visit.patientName}, <StateWord state={state} />,{' '}
        <TypeWord type={visit.type} />
        {visit.pending !== 'none' && (
          <>
            , <StateWord state={CHANGE[visit.pending]} />
          </>
        )}
      </span>
    </>
  )
}

/** The one word that the shape alone does not express. */
function ShortWord({ visit, state }: { visit: ShownVisit; state: VisitState }) {
  if (visit.pending !== 'none') return <>· {<StateWord state={CHANGE[visit.pending]} />}</>
  if (state === 'tentative' || state === 'no-show' || state === 'cancelled') return <>· {<StateWord state={state} />}</>
  return visit.type === 'online' ? <>· {<TypeWord type="online" />}</> : null
}

const CHANGE = { waiting: 'pending', conflict: 'conflict', failed: 'failed' } as const

function BusyFace({ busy, facts, zone }: FaceProps & { busy: Extract<Item, { kind: 'busy' }>['busy'] }) {
  const from = busy.linkId ? facts.linkName(busy.linkId) : null
  return (
    <>
      <b aria-hidden="true">
        {busy.linkId ? (
          from ? (
            <Trans>Busy, {from}</Trans>
          ) : (
            <Trans context="calendar">Busy</Trans>
          )
        ) : (
          (busy.title ?? <Trans context="calendar">Closed</Trans>)
        )}
      </b>
      <span className="vh">
        {formatDate(busy.start, zone)} {formatSpan(formatTime(busy.start, zone), formatTime(busy.end, zone))}{' '}
        {busy.linkId ? <Trans>Busy in another calendar</Trans> : <Trans>Closed for bookings</Trans>}{' '}
        {from ?? busy.title}
      </span>
    </>
  )
}
