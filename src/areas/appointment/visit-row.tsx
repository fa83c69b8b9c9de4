import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { stateOf } from '../../../contract/appointment/appointment.rules.ts'
import { formatTime } from '../../i18n/format.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { VisitBadge } from '../../ui/badge.tsx'
import type { VisitState } from '../../ui/bead-states.ts'
import { Button } from '../../ui/button.tsx'
import type { RowMark } from '../../ui/table-props.ts'
import type { ShownVisit } from './queries.ts'
import { useTakeBack } from '../../screen/say-saved.ts'
import { ConfirmedMark } from './confirmed-mark.tsx'
import { OverrideMarks } from './override-marks.tsx'
import { useUndoable, type VisitFacts } from './visit-facts.ts'

/** The state a list shows: a booking that the server has not accepted is tentative, whatever else applies (rule 22). */
export const shownState = (visit: ShownVisit, facts: Pick<VisitFacts, 'isTentative'>, now: number): VisitState =>
  visit.status === 'waiting' && facts.isTentative(visit) ? 'tentative' : stateOf(visit, now)

type StateProps = { visit: ShownVisit; facts: VisitFacts; since?: boolean }

/** The badge of a visit's state, and the marks of its time. `since` adds when the patient arrived. */
export function StateBadge(props: StateProps) {
  return (
    <>
      <StatePill {...props} />
      {!props.facts.isTentative(props.visit) && <ConfirmedMark visit={props.visit} />}
      <OverrideMarks overrides={props.visit.overrides} />
    </>
  )
}

/** Only the badge, if the marks have their own line. */
export function StatePill({ visit, facts, since }: StateProps) {
  const { now } = useDevice()
  const state = shownState(visit, facts, now())
  if (state !== 'arrived' || !since || !visit.arrivedAt) return <VisitBadge state={state} />
  return (
    <VisitBadge state={state}>
      <Trans>Arrived {formatTime(visit.arrivedAt, visit.zone)}</Trans>
    </VisitBadge>
  )
}

/** The tag of a visit's unsent change; one that needs a decision links to it. Draws nothing if all is saved. */
export function ChangeMark({ visit }: { visit: ShownVisit }) {
  const { person } = useDevice()
  // A patient's cancel and move are requests until the server accepts (rule 104).
  return <RecordChange of={visit} waiting={person.type === 'patient' ? <Trans>Asked, waiting to send</Trans> : null} />
}

/** Undoes a change that has never left this device; otherwise draws nothing. */
export function UndoButton({ visit }: { visit: ShownVisit }) {
  return visit.pending === 'waiting' ? <Undo visit={visit} /> : null
}

function Undo({ visit }: { visit: ShownVisit }) {
  const takeBack = useTakeBack()
  const entry = useUndoable(visit)
  return entry ? <UndoLook onClick={() => void takeBack(entry)} /> : null
}

/** The look of that button; without `onClick` it only reserves its space. */
export function UndoLook({ onClick }: { onClick?: () => void }) {
  const { t } = useLingui()
  return (
    <Button small className="coming" title={t`Undo`} onClick={onClick}>
      <Undo2 />
      <span>
        <Trans>Undo</Trans>
      </span>
    </Button>
  )
}

/** How the whole row is marked; an unsent change takes precedence over a tentative booking. */
export function markOf(visit: ShownVisit, facts: VisitFacts): RowMark | null {
  const change = changeOf(visit)
  return (change === null || change === 'pending') && facts.isTentative(visit) ? 'tentative' : change
}

/** The patient's name, linked to the visit; struck through if it is cancelled. */
export function VisitLink({ visit, name }: { visit: ShownVisit; name: string }) {
  return (
    <Link to="/appointment/$id" params={{ id: visit.id }} className="visit-link">
      {visit.status === 'cancelled' ? <s>{name}</s> : name}
    </Link>
  )
}

/** A sex as lists show it, as one letter if the language has one. */
export function GenderWord({ gender }: { gender: 'female' | 'male' | 'other' }) {
  const { t } = useLingui()
  switch (gender) {
    case 'female':
      return t({ context: 'short', message: 'f' })
    case 'male':
      return t({ context: 'short', message: 'm' })
    case 'other':
      return t({ context: 'short', message: 'x' })
  }
}
