import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ban, Building2, Check, CircleAlert, Clock, Globe, MapPin, Stethoscope, Tablet, Tag, Video } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { formatDate, formatDateTime, formatMinutes, formatTime, formatWallTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useBelowFold } from '../../screen/use-below-fold.ts'
import { Button } from '../../ui/button.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { RailCard, RailGap, RailItem, RailNow, TimeRail, type RailLook } from '../../ui/time-rail.tsx'
import { AtHand } from './at-hand.tsx'
import { gapsOf, visitAtHand } from './day-order.ts'
import { meetingOf } from './meeting.ts'
import type { ShownVisit } from './queries.ts'
import type { VisitContext } from './visit-context.ts'
import type { VisitAction } from './visit-acts.tsx'
import { useUndoable, type VisitFacts } from './visit-facts.ts'
import { ChangeMark, GenderWord, markOf, shownState, StateBadge, UndoButton, VisitLink } from './visit-row.tsx'
import { wallInList } from './visit-wall.ts'
import { VisitTypeMark } from '../visittype/visit-type-mark.tsx'
import { OtherWall, TypeWord } from './visit-words.tsx'

type DayRailProps = {
  visits: readonly ShownVisit[]
  facts: VisitFacts
  /** The day is today: it has a current time and a current patient. */
  isToday: boolean
  /** All visits are one doctor's, so that the time between them is free. */
  oneDoctor: boolean
  actionsOf: (visit: ShownVisit, context: VisitContext) => readonly VisitAction[]
}

/**
 * A day on the rail: past visits, the current patient expanded, the current time in red, the next visits, and the free
 * time between them (LOOKS, principle 1).
 */
export function DayRail({ visits, facts, isToday, oneDoctor, actionsOf }: DayRailProps) {
  const { t } = useLingui()
  const { now, zone } = useDevice()
  const hand = isToday ? visitAtHand(visits, now()) : null
  const gaps = oneDoctor ? gapsOf(visits, now()) : new Map<string, number>()
  const places = new Set(visits.map(({ clinicId }) => clinicId)).size
  const next = visits.findIndex((visit) => Date.parse(visit.start) > now())
  const shown = useBelowFold() ? visits : visits.slice(0, inView())
  const line = <RailNow time={formatTime(now(), zone)} label={t`Now, ${formatTime(now(), zone)}`} />
  return (
    <TimeRail label={t`Appointments of the day`}>
      {shown.map((visit, index) => {
        const free = gaps.get(visit.id)
        return (
          <Fragment key={visit.id}>
            {isToday && index === next && line}
            <RailVisit
              visit={visit}
              facts={facts}
              atHand={visit.id === hand}
              withClinic={places > 1}
              actionsOf={actionsOf}
            />
            {free && (
              <RailGap time={formatTime(visit.end, visit.zone)}>
                <Plural value={free} one="# minute free" other="# minutes free" />
              </RailGap>
            )}
          </Fragment>
        )
      })}
      {isToday && next === -1 && shown.length === visits.length && line}
    </TimeRail>
  )
}

/** The number of visits that fit into the window without scrolling, estimated upwards. */
const inView = () => Math.max(1, Math.ceil((innerHeight - ABOVE_PX) / VISIT_PX))
const ABOVE_PX = 380
const VISIT_PX = 74

function RailVisit({
  visit,
  facts,
  atHand,
  withClinic,
  actionsOf,
}: Pick<DayRailProps, 'facts' | 'actionsOf'> & { visit: ShownVisit; atHand: boolean; withClinic: boolean }) {
  const { now } = useDevice()
  const language = useLanguage()
  const wall = wallInList(visit)
  const state = shownState(visit, facts, now())
  const actions = () => actionsOf(visit, facts.context(visit))
  return (
    <RailItem time={formatWallTime(wall.time)} state={state} detail={formatMinutes(visit.duration, language)}>
      {atHand ? (
        <AtHand visit={visit} facts={facts} actions={actions()} />
      ) : (
        <RailRow visit={visit} facts={facts} actions={actions} withClinic={withClinic} />
      )}
    </RailItem>
  )
}

/** `actions` are computed on demand: most rows never show them. */
type RowProps = { visit: ShownVisit; facts: VisitFacts; actions: () => readonly VisitAction[] }

function RailRow({ visit, facts, actions, withClinic }: RowProps & { withClinic: boolean }) {
  const meta = useMeta(visit, facts, withClinic)
  return (
    <RailCard
      look={lookOf(visit, facts)}
      name={<VisitLink visit={visit} name={visit.patientName} />}
      after={<AgeAndSex visit={visit} facts={facts} />}
      meta={meta}
      side={
        <>
          <div className="stack-2">
            <StateBadge visit={visit} facts={facts} />
            <ChangeMark visit={visit} />
          </div>
          <RailAct visit={visit} facts={facts} actions={actions} />
          <RowMenu name={visit.patientName} items={actions} />
        </>
      }
    />
  )
}

/** The one act of a row: undo, the act that closes it, or the link to it. */
function RailAct({ visit, facts, actions }: RowProps) {
  const { now } = useDevice()
  if (useUndoable(visit)) return <UndoButton visit={visit} />
  const state = shownState(visit, facts, now())
  const isOpen = visit.status === 'waiting' && meetingOf(visit, 'patient', now()) === 'open'
  const wanted = state === 'to-close' ? 'complete' : isOpen ? 'join' : null
  const act = wanted && actions().find(({ id }) => id === wanted)
  if (act && !act.whyDisabled)
    return (
      <Button small onClick={act.onSelect}>
        {act.icon}
        {act.label}
      </Button>
    )
  if (state !== 'arrived') return null
  return (
    <Link to="/appointment/$id" params={{ id: visit.id }} className="btn sm">
      <Trans>Open</Trans>
    </Link>
  )
}

function AgeAndSex({ visit, facts }: { visit: ShownVisit; facts: VisitFacts }) {
  const patient = facts.patientOf(visit)
  if (!patient) return null
  const { age, gender } = patient
  return (
    <>
      {age}
      {age && gender && ' · '}
      {gender && <GenderWord gender={gender} />}
    </>
  )
}

/** What matters about a visit now, each fact with its icon. */
function useMeta(visit: ShownVisit, facts: VisitFacts, withClinic: boolean): { icon: ReactNode; text: ReactNode }[] {
  const { person, zone } = useDevice()
  // The bare time is enough on the visit's own day; otherwise the date is added.
  const at = (instant: string) =>
    formatDate(instant, zone) === formatDate(visit.start, zone)
      ? formatTime(instant, zone)
      : formatDateTime(instant, zone)
  const doctor = person.type === 'doctor' ? null : facts.doctorOf(visit).name
  const clinic = withClinic ? facts.clinicOf(visit) : null
  const wall = wallInList(visit)
  const meta = [
    ...(wall.other ? [{ icon: <Globe />, text: <OtherWall wall={wall} /> }] : []),
    { icon: visit.type === 'online' ? <Video /> : <MapPin />, text: <TypeWord type={visit.type} /> },
    ...(visit.visitType ? [{ icon: <Tag />, text: <VisitTypeMark type={visit.visitType} /> }] : []),
    ...(doctor ? [{ icon: <Stethoscope />, text: doctor }] : []),
    ...(clinic ? [{ icon: <Building2 />, text: clinic }] : []),
  ]
  if (facts.isTentative(visit))
    return [
      { icon: <Tablet />, text: <Trans>Booked on this device at {at(visit.createdAt)}</Trans> },
      { icon: <CircleAlert />, text: <Trans>Not confirmed yet, no message sent</Trans> },
    ]
  if (visit.status === 'cancelled' && visit.cancelledAt)
    return [
      {
        icon: <Ban />,
        text: (
          <Trans>
            {visit.cancelledBy ?? ''} cancelled at {at(visit.cancelledAt)}
          </Trans>
        ),
      },
      ...(visit.cancelReason ? [{ icon: null, text: visit.cancelReason }] : []),
    ]
  if (visit.status === 'completed' && visit.completedAt)
    return [...meta, { icon: <Check />, text: <Trans>Completed at {at(visit.completedAt)}</Trans> }]
  if (visit.arrivedAt) return [...meta, { icon: <Clock />, text: <Trans>Here since {at(visit.arrivedAt)}</Trans> }]
  return meta
}

function lookOf(visit: ShownVisit, facts: VisitFacts): RailLook | undefined {
  const mark = markOf(visit, facts)
  if (mark === 'tentative' || mark === 'pending') return mark
  if (visit.status === 'cancelled') return 'off'
  if (visit.status === 'completed') return 'done'
  return visit.arrivedAt ? 'here' : undefined
}
