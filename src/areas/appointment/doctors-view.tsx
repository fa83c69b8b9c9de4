import './doctors.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { CalendarX } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { formatOffset } from '../../../contract/kernel/when.ts'
import { formatTime, formatWallTime } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useSyncStatus } from '../../screen/queries-waiting.ts'
import { useMinute } from '../../ui/minute-clock.ts'
import { ListSkeleton, Empty } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { downOf } from './doctors-axis.ts'
import { DoctorsColumn } from './doctors-column.tsx'
import { watchDrags, type DragActs } from './doctors-drag.ts'
import { DAY_KEYS, goByKey, keepStop } from './doctors-keys.ts'
import { DoctorsPaper } from './doctors-paper.tsx'
import { DoctorsPick } from './doctors-pick.tsx'
import { placeFor, type PlaceFor, type WhyNotHere } from './doctors-place.ts'
import type { ListState } from './list-state.ts'
import { MoveDialog } from './move-dialog.tsx'
import { MoveDrop } from './move-drop.tsx'
import type { ShownVisit } from './queries.ts'
import { nowIn, useDoctorsDays, type DoctorsDays } from './use-doctors-days.ts'
import { useVisitActions } from './visit-actions.tsx'
import type { VisitFacts } from './visit-facts.ts'

type DoctorsProps = {
  state: ListState
  window: readonly ShownVisit[]
  shown: readonly ShownVisit[]
  facts: VisitFacts
  filtered: boolean
  /** It is drawn for paper. */
  printing: boolean
  /** What stands where this device holds nothing of the day. */
  empty: React.ReactNode
}

/** The day by doctor (issue 32, 4): a column for each who works or is visited, on the clinic's clock; on a phone one at a time. */
export function DoctorsView(props: DoctorsProps) {
  const { state, window, shown, facts, filtered, printing, empty } = props
  const status = useSyncStatus()
  const days = useDoctorsDays({ state, window, shown, filtered, doctors: facts.doctors })
  // without the appointments of a day nothing of it is known to be free
  if (state.beyond) return empty
  if (!days) return <ListSkeleton rows={8} />
  if (days.columns.length === 0)
    return !status || status.pulledAt === null ? (
      empty
    ) : (
      <Empty icon={<CalendarX className="icon-lg" />} title={<Trans>No doctor works on this day</Trans>}>
        <Trans>No one has hours or appointments then. Choose another day above.</Trans>
      </Empty>
    )
  if (printing) return <DoctorsPaper state={state} columns={days.columns} facts={facts} />
  return <Day key={state.day} {...props} days={days} />
}

/** What stands over the day: a move by hand, or one that was dropped and is asked about. */
type Opened =
  | { readonly kind: 'move'; readonly visit: ShownVisit }
  | {
      readonly kind: 'drop'
      readonly visit: ShownVisit
      readonly doctorId: string
      readonly place: Extract<PlaceFor, { kind: 'time' }>
    }

function Day({ state, window, facts, days }: DoctorsProps & { days: DoctorsDays }) {
  const { t, i18n } = useLingui()
  const { person, now } = useDevice()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const minute = useMinute()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { actionsOf, dialogs } = useVisitActions({ onMove: (visit) => setOpened({ kind: 'move', visit }) })
  const root = useRef<HTMLDivElement>(null)
  const moved = useRef<{ readonly id: string; readonly until: number } | null>(null)
  const { columns, axis, least } = days
  const { zone, day } = state
  const names = useMemo(() => new Map(facts.doctors.map(({ id, name }) => [id, name])), [facts.doctors])
  const nameOf = (id: string) => names.get(id) ?? t`Doctor unknown to this device`
  const visitOf = (id: string) => columns.flatMap(({ visits }) => visits).find((visit) => visit.id === id)

  const place = (id: string, doctorId: string, at: number): PlaceFor => {
    const visit = visitOf(id) ?? window.find((each) => each.id === id)
    const context = { day, zone, now: now() }
    return visit ? placeFor(visit, doctorId, at, days.timeOf(doctorId), person, context) : { kind: 'same' }
  }
  const acts = useLatest<DragActs & { ofMenu: (id: string) => ReturnType<typeof actionsOf> }>({
    axis,
    over: (id, doctorId, at) => {
      const found = place(id, doctorId, at)
      const length = (visitOf(id)?.duration ?? least) * 60_000
      if (found.kind === 'time') return { from: found.from, to: found.to, label: formatTime(found.from, zone) }
      return { from: at, to: at + length, label: found.kind === 'same' ? '' : null }
    },
    drop: (id, doctorId, at) => {
      const visit = visitOf(id)
      const found = place(id, doctorId, at)
      if (!visit || found.kind === 'same') return
      if (found.kind === 'time') return setOpened({ kind: 'drop', visit, doctorId, place: found })
      showToast({
        kind: 'failed',
        title: whyNot(found.why),
        text: t`The appointment stays where it was.`,
        action: { label: t`Choose a time`, onSelect: () => setOpened({ kind: 'move', visit }) },
      })
    },
    ofMenu: (id) => {
      const visit = visitOf(id)
      return visit ? actionsOf(visit, facts.context(visit)) : []
    },
  })
  const whyNot = (why: WhyNotHere): string => {
    if (why === 'closed') return t`This time is closed. Choose another.`
    if (why === 'no_hours') return t`The doctor has no hours of this kind at this clinic.`
    if (why === 'stays') return t`This appointment cannot go to another doctor.`
    return i18n._(messages[why])
  }
  const actsOf = useCallback((id: string) => () => acts.current.ofMenu(id), [acts])

  useEffect(() => watchDrags(root.current!, acts), [acts])
  useOpenAtNow(root, nowIn(axis, now()), narrow)
  useLayoutEffect(() => keepStop(root.current!, now()))
  // the focus follows what was moved: a moment later it is drawn again, in another column, and its place there is not yet known here
  useEffect(() => {
    const target = moved.current
    if (opened || !target || performance.now() > target.until) return
    const piece = root.current?.querySelector<HTMLElement>(`[data-visit="${target.id}"]`)
    if (piece && piece !== document.activeElement) piece.focus()
  })
  const close = (visit: ShownVisit) => {
    moved.current = { id: visit.id, until: performance.now() + FOLLOW_MS }
    setOpened(null)
  }

  function book(target: Element) {
    const free = target.closest<HTMLElement>('[data-free]')
    const doctor = columns.find(({ id }) => id === free?.closest<HTMLElement>('[data-doctor]')?.dataset['doctor'])
    const time = doctor?.free.find(({ from }) => from === Number(free?.dataset['at']))
    if (!doctor || !time) return
    const { from, type, clinicId } = time
    void navigate({
      to: '/appointment/new',
      search: { doctor: doctor.id, start: new Date(from).toISOString(), type, ...(clinicId && { clinic: clinicId }) },
    })
  }

  const line = nowIn(axis, minute)
  return (
    <div className="no-print doctors">
      {narrow && <DoctorsPick columns={columns} nameOf={nameOf} root={root} />}
      <p id="doctors-keys" className="vh">
        <Trans>The arrow keys move between appointments, free times and doctors. M reschedules.</Trans>
      </p>
      {/* the keys of what it holds; each piece is a link or a button of its own */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <div
        ref={root}
        className="card doctors-scroll"
        role="group"
        aria-label={t`Day by doctor`}
        aria-describedby="doctors-keys"
        style={{ ['--doctors' as string]: columns.length, ['--least' as string]: least }}
        onClick={(event) => event.target instanceof Element && book(event.target)}
        onFocus={({ target }) =>
          target.matches('[data-piece]') && root.current && keepStop(root.current, now(), target)
        }
        onKeyDownCapture={() => (moved.current = null)}
        onPointerDownCapture={() => (moved.current = null)}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !DAY_KEYS.has(event.key)) return
          if (!(event.target instanceof Element) || !event.target.matches('[data-piece]')) return
          // also at the end of a column: the arrows of lists would go on elsewhere
          event.preventDefault()
          goByKey(event.currentTarget, event.key)
        }}
      >
        <div className="doctors-grid" style={{ ['--minutes' as string]: (axis.to - axis.from) / 60_000 }}>
          <div className="doctors-zone">{formatOffset(now(), zone)}</div>
          <div className="doctors-hours" aria-hidden="true">
            {axis.marks.slice(1).map(({ at, time }) => (
              <span key={at} style={{ top: `${downOf(at, axis) * 100}%` }}>
                {formatWallTime(time)}
              </span>
            ))}
          </div>
          {columns.map((doctor, index) => (
            <DoctorsColumn
              key={doctor.id}
              doctor={doctor}
              name={nameOf(doctor.id)}
              axis={axis}
              zone={zone}
              facts={facts}
              actsOf={actsOf}
              minute={minute}
              index={index}
            />
          ))}
          <div className="doctors-lines" aria-hidden="true">
            {axis.marks.slice(1).map(({ at }) => (
              <i key={at} style={{ top: `${downOf(at, axis) * 100}%` }} />
            ))}
            {line !== null && <div className="week-now" style={{ top: `${line * 100}%` }} />}
          </div>
        </div>
      </div>
      {opened?.kind === 'move' && <MoveDialog visit={opened.visit} onClose={() => close(opened.visit)} />}
      {opened?.kind === 'drop' && (
        <MoveDrop
          visit={opened.visit}
          place={opened.place}
          other={
            opened.doctorId === opened.visit.doctorId ? null : { id: opened.doctorId, name: nameOf(opened.doctorId) }
          }
          onClose={() => close(opened.visit)}
        />
      )}
      {dialogs}
    </div>
  )
}

/** Opened with the hour that it is in sight, where the day scrolls by itself. */
function useOpenAtNow(root: React.RefObject<HTMLDivElement | null>, now: number | null, narrow: boolean) {
  useLayoutEffect(() => {
    const box = root.current
    if (!box || now === null || narrow) return
    box.scrollTop = now * box.scrollHeight - box.clientHeight / 3
    // oxlint-disable-next-line react/exhaustive-deps -- opening it is the moment; later it stands where the person left it
  }, [])
}

/** How long a moved appointment may take to be drawn in its new place, ms. */
const FOLLOW_MS = 2000
