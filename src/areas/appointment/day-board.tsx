import { Plural, Trans } from '@lingui/react/macro'
import { Clock, Video } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { isOpen } from '../../../contract/appointment/appointment.rules.ts'
import { formatDateTime, formatMinutes, formatMoney, formatWallTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { StateWord } from '../../ui/badge.tsx'
import type { VisitState } from '../../ui/bead-states.ts'
import { Bead } from '../../ui/bead.tsx'
import { Button } from '../../ui/button.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { useLatest } from '../../ui/use-latest.ts'
import { columnsOf, visitAtHand, type BoardColumn } from './day-order.ts'
import { OverrideMarks } from './override-marks.tsx'
import type { ShownVisit } from './queries.ts'
import type { VisitContext } from './visit-context.ts'
import type { VisitAction } from './visit-acts.tsx'
import type { VisitFacts } from './visit-facts.ts'
import { ChangeMark, markOf, shownState, StatePill, VisitLink } from './visit-row.tsx'
import { wallInList } from './visit-wall.ts'
import { OtherWall } from './visit-words.tsx'

type DayBoardProps = {
  visits: readonly ShownVisit[]
  facts: VisitFacts
  actionsOf: (visit: ShownVisit, context: VisitContext) => readonly VisitAction[]
}

/** The day as the desk sees it: who is expected, who is here and for how long, what is done, what was cancelled. */
export function DayBoard({ visits, facts, actionsOf }: DayBoardProps) {
  const { now } = useDevice()
  const columns = columnsOf(visits)
  const next = visitAtHand(visits, now())
  return (
    <div className="board no-print">
      {COLUMNS.map((column) => (
        <Column key={column} column={column} visits={columns[column]} next={next} facts={facts} actionsOf={actionsOf} />
      ))}
    </div>
  )
}

const COLUMNS = ['waiting', 'arrived', 'completed', 'no-show', 'cancelled'] as const
/** This many are shown; the rest unfolds, so that the table below stays visible. */
const FOLDED = 4

function Column({
  column,
  visits,
  next,
  facts,
  actionsOf,
}: Omit<DayBoardProps, 'visits'> & { column: BoardColumn; visits: readonly ShownVisit[]; next: string | null }) {
  const [open, setOpen] = useState(false)
  const { now } = useDevice()
  const arriveOf = (visit: ShownVisit) => {
    const arrive = isOpen(visit) && actionsOf(visit, facts.context(visit)).find(({ id }) => id === 'arrive')
    return arrive && !arrive.whyDisabled ? arrive : undefined
  }
  // used when a menu is opened or a button pressed
  const latest = useLatest({ actionsOf, arriveOf })
  const acts = useMemo(
    () => ({
      ofMenu: (visit: ShownVisit) => latest.current.actionsOf(visit, facts.context(visit)),
      arrive: (visit: ShownVisit) => latest.current.arriveOf(visit)?.onSelect?.(),
    }),
    [latest, facts],
  )
  const left = visits.length - FOLDED
  // Those who are expected now or soon come first; older ones are folded away.
  const from =
    column === 'waiting'
      ? Math.max(
          0,
          visits.findIndex(({ end }) => Date.parse(end) > now()),
        )
      : 0
  const folded = [...visits.slice(from), ...visits.slice(0, from)].slice(0, FOLDED)
  return (
    <section className="board-column" data-tone={column}>
      <h2>
        <Bead shape={column} />
        <StateWord state={column} /> <span>{visits.length}</span>
      </h2>
      {(open ? visits : folded).map((visit) => (
        <BoardCard
          key={visit.id}
          visit={visit}
          isNext={visit.id === next}
          facts={facts}
          state={shownState(visit, facts, now())}
          arrive={arriveOf(visit)?.label ?? null}
          acts={acts}
        />
      ))}
      {visits.length === 0 && (
        <p className="board-none">
          <Trans>No one</Trans>
        </p>
      )}
      {left > 0 && (
        <Button look="quiet" small onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? <Trans>Show fewer</Trans> : <Plural value={left} one="Show # more" other="Show # more" />}
        </Button>
      )}
    </section>
  )
}

type BoardCardProps = {
  visit: ShownVisit
  isNext: boolean
  facts: VisitFacts
  state: VisitState
  /** The label of the check-in button; null if check-in is not possible now. */
  arrive: string | null
  acts: {
    readonly ofMenu: (visit: ShownVisit) => readonly VisitAction[]
    readonly arrive: (visit: ShownVisit) => void
  }
}

/** Redrawn only with its own visit and once a minute, not with every visit of the day. */
const BoardCard = memo(function BoardCard({ visit, isNext, facts, state, arrive, acts }: BoardCardProps) {
  const wall = wallInList(visit)
  return (
    <article className="board-card" data-mark={markOf(visit, facts) ?? undefined} data-next={isNext || undefined}>
      <div className="row top">
        <b className="board-time">{formatWallTime(wall.time)}</b>
        <span className="grow board-name">
          <VisitLink visit={visit} name={visit.patientName} />
        </span>
        <RowMenu name={visit.patientName} items={() => acts.ofMenu(visit)} />
      </div>
      <div className="row wrap sm dim">
        <span className="grow">
          <BoardLine visit={visit} facts={facts} />
          <OtherWall wall={wall} />
        </span>
        {visit.type === 'online' && visit.status !== 'cancelled' && <Video aria-hidden="true" />}
        {state === 'arrived' && visit.arrivedAt && <Waited since={visit.arrivedAt} />}
        {(state === 'tentative' || state === 'to-close') && <StatePill visit={visit} facts={facts} />}
        <ChangeMark visit={visit} />
        {arrive && state === 'waiting' && (
          <Button small onClick={() => acts.arrive(visit)}>
            {arrive}
          </Button>
        )}
      </div>
      {visit.overrides && visit.overrides.length > 0 && (
        <div className="row wrap">
          <OverrideMarks overrides={visit.overrides} />
        </div>
      )}
    </article>
  )
})

/** The doctor and the column's detail: the unpaid money of completed visits, who cancelled and why. */
function BoardLine({ visit, facts }: { visit: ShownVisit; facts: VisitFacts }) {
  const { zone } = useDevice()
  const language = useLanguage()
  const { name } = facts.doctorOf(visit)
  if (visit.status === 'cancelled' && visit.cancelledAt)
    return (
      <>
        {visit.cancelledBy}, {formatDateTime(visit.cancelledAt, zone)}
        {visit.cancelReason && `: ${visit.cancelReason}`}
      </>
    )
  if (visit.status !== 'completed') return name
  if (visit.paymentStatus === 'completed')
    return (
      <>
        {name} · <Trans>paid</Trans>
      </>
    )
  if (visit.paymentStatus !== 'waiting') return name
  return (
    <>
      {name} · <Trans>{formatMoney(visit.price, visit.currency, language)} open</Trans>
    </>
  )
}

/** How long a patient has been here. */
function Waited({ since }: { since: string }) {
  const { now } = useDevice()
  const minutes = Math.max(0, Math.floor((now() - Date.parse(since)) / 60_000))
  return (
    <span className="nowrap strong">
      <Clock aria-hidden="true" />{' '}
      <span className="vh">
        <Trans>Waiting for</Trans>{' '}
      </span>
      {formatMinutes(minutes, useLanguage())}
    </span>
  )
}
