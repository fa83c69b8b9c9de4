import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { memo, useMemo } from 'react'
import { lateOf } from '../../../contract/appointment/appointment.late.ts'
import { whyNotMove } from '../../../contract/appointment/appointment.rules.ts'
import { textIn } from '../../../contract/visittype/visittype.rules.ts'
import { formatMinutes, formatSpan, formatTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useStateWords } from '../../ui/badge.tsx'
import type { MenuItems } from '../../ui/menu-items.ts'
import { visitAtHand } from './day-order.ts'
import { downOf, type Axis } from './doctors-axis.ts'
import { spanOf, type DoctorDay } from './doctors-day.ts'
import { DoctorsPiece, FreePiece } from './doctors-piece.tsx'
import { useOverrideWords } from './override-marks.tsx'
import type { ShownVisit } from './queries.ts'
import type { VisitFacts } from './visit-facts.ts'
import { markOf, shownState } from './visit-row.tsx'
import { otherOf, wallOnGrid } from './visit-wall.ts'
import { shortName, useTypeWords } from './visit-words.tsx'
import { layDay } from './week-layout.ts'

type ColumnProps = {
  doctor: DoctorDay
  name: string
  axis: Axis
  zone: string
  facts: VisitFacts
  actsOf: (id: string) => MenuItems
  /** What grows old with it is told again; epoch ms. */
  minute: number
  /** Its place among the columns, from 0. */
  index: number
}

/** A doctor's head, and below it the day: hours, closed times, appointments and what is free, in the order of their time. */
export const DoctorsColumn = memo(function Column(props: ColumnProps) {
  const { doctor, name, axis, zone, index } = props
  const { closed, open } = doctor
  const column = { gridColumn: index + 2 }
  return (
    <>
      <DoctorHead doctor={doctor} name={name} zone={zone} index={index} />
      <ol className="doctors-column" data-doctor={doctor.id} aria-labelledby={`doctors-${doctor.id}`} style={column}>
        {open.map((span) => (
          <li key={span.from} className="doctors-open" aria-hidden="true" style={placeOf(span, axis)} />
        ))}
        {closed.map((time) => (
          <li key={`${time.from} ${time.to} ${time.name}`} className="doctors-closed" style={placeOf(time, axis)}>
            <b>
              {time.name ??
                (time.imported ? <Trans context="calendar">Busy</Trans> : <Trans context="calendar">Closed</Trans>)}
            </b>
            <span className="vh"> {formatSpan(formatTime(time.from, zone), formatTime(time.to, zone))}</span>
          </li>
        ))}
        <Pieces {...props} />
      </ol>
    </>
  )
})

/** The doctor's name as the way to their week, when they work, and how many come. */
function DoctorHead({ doctor, name, zone, index }: Pick<ColumnProps, 'doctor' | 'name' | 'zone' | 'index'>) {
  const count = doctor.visits.filter(({ status }) => status !== 'cancelled').length
  const hours = doctor.open.map(({ from, to }) => formatSpan(formatTime(from, zone), formatTime(to, zone)))
  return (
    <div className="doctors-head" style={{ gridColumn: index + 2 }}>
      <h3 id={`doctors-${doctor.id}`}>
        <Link
          from="/appointment"
          search={(before) => ({ ...before, view: 'week' as const, preset: undefined, doctor: doctor.id })}
          data-head={doctor.id}
        >
          <span className="vh">
            <Trans>Show the week of the doctor:</Trans>{' '}
          </span>
          {name}
        </Link>
      </h3>
      <p>
        {doctor.isOff ? (
          <b>
            <Trans context="doctor">Day off</Trans>
          </b>
        ) : hours.length === 0 ? (
          <Trans>No hours</Trans>
        ) : (
          hours.map((span) => (
            <span key={span} className="nowrap">
              {span}
            </span>
          ))
        )}{' '}
        <span className="nowrap">
          <Plural value={count} one="# appointment" other="# appointments" />
        </span>
      </p>
    </div>
  )
}

/** So many stand side by side; the rest is counted. */
const LANES = 3
/** Minutes from which a piece has room for a second line. */
const SHORT_MS = 28 * 60_000

function Pieces({ doctor, name: doctorName, axis, zone, facts, actsOf }: ColumnProps) {
  const { t } = useLingui()
  const { person, now: clock } = useDevice()
  const language = useLanguage()
  const stateWord = useStateWords()
  const typeWord = useTypeWords()
  const overrideWord = useOverrideWords()
  const now = clock()
  const { visits, free } = doctor
  const { placed, more } = useMemo(
    () =>
      layDay(
        visits.map((visit) => drawn(visit, axis)),
        axis,
        LANES,
      ),
    [visits, axis],
  )
  const atHand = visitAtHand(visits, now)

  const pieceOf = ({ visit: { visit, from, to }, top, height, lane, lanes }: (typeof placed)[number]) => {
    const state = shownState(visit, facts, now)
    const mark = markOf(visit, facts)
    const wall = wallOnGrid(visit, zone)
    const time = `${formatTime(visit.start, zone)}${wall.other ? ` (${otherOf(wall, wall.other)})` : ''}`
    const late = lateOf(visit, now, visit.id === atHand)
    const length = late && formatMinutes(late.minutes, language)
    const words = [
      `${time} ${visit.patientName}`,
      stateWord(state),
      late && (late.kind === 'waits' ? t`waiting, due ${length} ago` : t`not here, due ${length} ago`),
      visit.visitType && textIn(visit.visitType.name, language),
      visit.type === 'online' && typeWord('online'),
      ...(visit.overrides ?? []).map(overrideWord),
      visit.pending !== 'none' && stateWord(CHANGES[visit.pending]),
    ]
    return (
      <DoctorsPiece
        key={visit.id}
        id={visit.id}
        at={from}
        top={percent(top)}
        height={percent(height)}
        left={percent(lane / lanes)}
        width={percent(1 / lanes)}
        type={visit.type}
        colour={visit.visitType?.colour}
        state={state}
        mark={mark}
        fixed={whyNotMove(visit, person, now) !== null}
        name={shortName(visit.patientName)}
        time={to - from > SHORT_MS ? time : null}
        late={length}
        label={words.filter(Boolean).join(', ')}
        actsOf={actsOf}
      />
    )
  }
  const all = [
    ...placed.map((each) => ({ at: each.visit.from, node: pieceOf(each) })),
    ...free.map((time) => {
      const clockTime = formatTime(time.from, zone)
      return {
        at: time.from,
        node: (
          <FreePiece
            key={time.from}
            at={time.from}
            top={percent(downOf(time.from, axis))}
            height={percent((time.to - time.from) / (axis.to - axis.from))}
            time={clockTime}
            label={t`${clockTime} free, book with ${doctorName}`}
          />
        ),
      }
    }),
    ...more.map(({ top, count }) => ({
      at: axis.from + top * (axis.to - axis.from),
      node: <More key={`more ${top}`} top={top} count={count} doctorId={doctor.id} />,
    })),
  ]
  return all.toSorted((a, b) => a.at - b.at).map(({ node }) => node)
}

/** Those that found no lane, as the list of the doctor's day has them. */
function More({ top, count, doctorId }: { top: number; count: number; doctorId: string }) {
  return (
    <li className="week-more" style={{ top: percent(top) }}>
      <Link from="/appointment" search={(before) => ({ ...before, view: 'list' as const, doctor: doctorId })}>
        +{count}
        <span className="vh">
          {' '}
          <Plural value={count} one="# more, open the list" other="# more, open the list" />
        </span>
      </Link>
    </li>
  )
}

/** Never too short to be read, and within the day. */
function drawn(visit: ShownVisit, axis: Axis) {
  const { from, to } = spanOf(visit)
  return { visit, from: Math.max(axis.from, from), to: Math.min(axis.to, Math.max(to, from + LEAST_MS)) }
}

const LEAST_MS = 10 * 60_000
const CHANGES = { waiting: 'pending', conflict: 'conflict', failed: 'failed' } as const
const percent = (part: number) => `${(part * 100).toFixed(4)}%`
const placeOf = ({ from, to }: { from: number; to: number }, axis: Axis) => ({
  top: percent(Math.max(0, downOf(from, axis))),
  height: percent((Math.min(to, axis.to) - Math.max(from, axis.from)) / (axis.to - axis.from)),
})
