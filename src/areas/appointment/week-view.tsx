import '../visittype/visittype.css'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { addDays, wallOf } from '../../../contract/kernel/time.ts'
import { textIn } from '../../../contract/visittype/visittype.rules.ts'
import { formatOffset } from '../../../contract/kernel/when.ts'
import { formatDay, formatWallTime, weekdayName } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useStateWords } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { useDesk } from '../../ui/use-narrow.ts'
import type { ListState } from './list-state.ts'
import { useOverrideWords } from './override-marks.tsx'
import type { ShownVisit } from './queries.ts'
import type { VisitFacts } from './visit-facts.ts'
import { markOf, shownState, StateBadge, VisitLink } from './visit-row.tsx'
import { otherOf, wallInList, wallOnGrid } from './visit-wall.ts'
import { OtherWall, shortName, useTypeWords } from './visit-words.tsx'
import { hoursOf, layDay } from './week-layout.ts'

type WeekProps = {
  state: ListState
  visits: readonly ShownVisit[]
  facts: VisitFacts
  nameOf: (visit: ShownVisit) => string
}
type Timed = { readonly visit: ShownVisit; readonly from: number; readonly to: number }

/**
 * A week at a glance: days next to each other in the clinic's zone; if the columns are too narrow for a name, one below
 * the other.
 */
export function WeekView(props: WeekProps) {
  const desk = useDesk()
  const { zone } = useDevice()
  const days = Array.from({ length: 7 }, (_, index) => addDays(props.state.from, index))
  const byDay = Map.groupBy(props.visits, (visit) => wallOf(Date.parse(visit.start), zone).date)
  return desk ? <WeekGrid {...props} days={days} byDay={byDay} /> : <WeekList {...props} days={days} byDay={byDay} />
}

type DaysProps = WeekProps & { days: readonly number[]; byDay: ReadonlyMap<number, readonly ShownVisit[]> }

function WeekGrid({ days, byDay, ...props }: DaysProps) {
  const { zone, now } = useDevice()
  const timed = new Map(days.map((day) => [day, (byDay.get(day) ?? []).map((visit) => timesOf(visit, zone))]))
  const hours = hoursOf([...timed.values()].flat())
  const marks = Array.from({ length: (hours.to - hours.from) / 60 + 1 }, (_, index) => hours.from + index * 60)
  const moment = minuteOf(wallOf(now(), zone).time)
  // A weekend without visits folds to its numbers (LOOKS "Calendar").
  const columns = days.map((day) => (byDay.has(day) ? 'minmax(0, 1fr)' : '3.25rem')).join(' ')
  return (
    <div
      className="card week"
      style={{
        gridTemplateColumns: `3.25rem ${columns}`,
        gridTemplateRows: `auto calc(${marks.length - 1} * var(--week-hour))`,
      }}
    >
      <div className="week-head week-zone">{formatOffset(now(), zone)}</div>
      {days.map((day) => (
        <DayHead key={day} day={day} state={props.state} count={byDay.get(day)?.length ?? 0} />
      ))}
      <div className="week-hours" aria-hidden="true">
        {marks.slice(1, -1).map((minute) => (
          <span key={minute} style={{ top: `${((minute - hours.from) / (hours.to - hours.from)) * 100}%` }}>
            {formatWallTime((minute / 60) * 100)}
          </span>
        ))}
      </div>
      {days.map((day) => {
        const { placed, more } = layDay(timed.get(day) ?? [], hours, LANES)
        return (
          <ol key={day} className="week-day" aria-labelledby={`week-${day}`}>
            {placed.map(({ visit: { visit, from, to }, top, height, lane, lanes, beyond }) => (
              <li
                key={visit.id}
                className="week-place"
                style={{
                  top: `${top * 100}%`,
                  height: `${height * 100}%`,
                  left: `calc(${lane / lanes} * (100% - ${roomFor(beyond)}))`,
                  width: `calc((100% - ${roomFor(beyond)}) / ${lanes})`,
                }}
              >
                <WeekVisit visit={visit} minute={from} short={to - from <= SHORT} {...props} />
              </li>
            ))}
            {more.map(({ top, count }) => (
              <li key={top} className="week-more" style={{ top: `${top * 100}%` }}>
                <DayLink day={day} state={props.state}>
                  +{count}
                  <span className="vh">
                    {' '}
                    <Plural value={count} one="# more, open the day" other="# more, open the day" />
                  </span>
                </DayLink>
              </li>
            ))}
            {day === props.state.today && moment >= hours.from && moment <= hours.to && (
              <li
                className="week-now"
                aria-hidden="true"
                style={{ top: `${((moment - hours.from) / (hours.to - hours.from)) * 100}%` }}
              />
            )}
          </ol>
        )
      })}
    </div>
  )
}

/** Names are never cut, and half a column is too narrow for one. */
const LANES = 1

/** Up to this many minutes, a visit is only high enough for its name (`--week-hour`). */
const SHORT = 28

/** The width for the count of visits without a lane, by its number of digits. */
const roomFor = (count: number) => (count === 0 ? '0px' : `${1.125 + 0.5 * Math.max(2, String(count).length)}rem`)

function DayHead({ day, state, count }: { day: number; state: ListState; count: number }) {
  const language = useLanguage()
  return (
    <div className="week-head" data-today={day === state.today || undefined}>
      <h3 id={`week-${day}`}>
        <DayLink day={day} state={state}>
          <span className="vh">
            {formatDay(day, language)}: <Plural value={count} one="# appointment" other="# appointments" />
          </span>
          <span aria-hidden="true" className={classes(count === 0 && 'vh')}>
            {weekdayName(day, language, 'short')}
          </span>
          <b aria-hidden="true">{day % 100}</b>
          {count > 0 && (
            <span aria-hidden="true" className="week-count">
              {count}
            </span>
          )}
        </DayLink>
      </h3>
    </div>
  )
}

/** A link from the week to one of its days, in the role's view of days. */
function DayLink({ day, state, children }: { day: number; state: ListState; children: React.ReactNode }) {
  const { person } = useDevice()
  const view = { doctor: 'day', clinic: 'board', admin: 'board', patient: 'list' } as const
  return (
    <Link
      from="/appointment"
      search={(before) => ({ ...before, view: view[person.type], day: day === state.today ? undefined : day })}
    >
      {children}
    </Link>
  )
}

function WeekVisit({
  visit,
  minute,
  short,
  facts,
  nameOf,
}: Pick<WeekProps, 'facts' | 'nameOf'> & { visit: ShownVisit; minute: number; short: boolean }) {
  const { now, zone } = useDevice()
  const language = useLanguage()
  const stateWord = useStateWords()
  const typeWord = useTypeWords()
  const state = shownState(visit, facts, now())
  const name = nameOf(visit)
  const overrideWord = useOverrideWords()
  const marks = (visit.overrides ?? []).map((each) => `, ${overrideWord(each)}`).join('')
  const time = formatWallTime(Math.floor(minute / 60) * 100 + (minute % 60))
  const wall = wallOnGrid(visit, zone)
  const type = visit.visitType ? `, ${textIn(visit.visitType.name, language)}` : ''
  const beside = wall.other ? ` (${otherOf(wall, wall.other)})` : ''
  return (
    <Link
      to="/appointment/$id"
      params={{ id: visit.id }}
      className="week-visit"
      data-type={visit.type}
      data-colour={visit.visitType?.colour}
      data-state={state}
      data-mark={markOf(visit, facts) ?? undefined}
      title={`${time}${beside} ${name}, ${stateWord(state)}${type}${marks}`}
    >
      <b aria-hidden="true" className="beaded" data-tone={state}>
        {shortName(name)}
      </b>
      {!short && (
        <span aria-hidden="true" className="week-time">
          {time}
          {beside}
        </span>
      )}
      <span className="vh">{`${time}${beside} ${name}, ${stateWord(state)}${visit.type === 'online' ? `, ${typeWord('online')}` : ''}${type}${marks}`}</span>
    </Link>
  )
}

function WeekList({ days, byDay, state, facts, nameOf }: DaysProps) {
  const language = useLanguage()
  return (
    <div className="stack">
      {days.map((day) => (
        <section key={day} className="card week-list">
          <h3>
            <DayLink day={day} state={state}>
              {formatDay(day, language)}
            </DayLink>
          </h3>
          {byDay.has(day) ? (
            <ul>
              {byDay.get(day)?.map((visit) => (
                <WeekLine key={visit.id} visit={visit} facts={facts} name={nameOf(visit)} />
              ))}
            </ul>
          ) : (
            <p className="dim sm">
              <Trans>No appointments</Trans>
            </p>
          )}
        </section>
      ))}
    </div>
  )
}

function WeekLine({ visit, facts, name }: Pick<WeekProps, 'facts'> & { visit: ShownVisit; name: string }) {
  const wall = wallInList(visit)
  return (
    <li>
      <b>{formatWallTime(wall.time)}</b>
      <span className="grow">
        <VisitLink visit={visit} name={name} />
        <OtherWall wall={wall} />
      </span>
      <StateBadge visit={visit} facts={facts} />
    </li>
  )
}

/**
 * A visit's minutes of the day in the clinic's zone, never too short to read; a visit that ends after midnight ends
 * with this day.
 */
function timesOf(visit: ShownVisit, zone: string): Timed {
  const from = minuteOf(wallOf(Date.parse(visit.start), zone).time)
  return { visit, from, to: Math.min(24 * 60, from + Math.max(visit.duration, LEAST)) }
}

const LEAST = 20

const minuteOf = (time: number) => Math.floor(time / 100) * 60 + (time % 100)
