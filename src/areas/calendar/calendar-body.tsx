import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import type { Slot } from '../../../contract/appointment/appointment.ts'
import { whyNotMove } from '../../../contract/appointment/appointment.rules.ts'
import { MoveDialog } from '../appointment/move-dialog.tsx'
import { MoveDrop } from '../appointment/move-drop.tsx'
import type { ShownVisit } from '../appointment/queries.ts'
import { hoursOf } from '../appointment/week-layout.ts'
import { useVisitActions } from '../appointment/visit-actions.tsx'
import { useVisitFacts } from '../appointment/visit-facts.ts'
import { shownState } from '../appointment/visit-row.tsx'
import type { ShownBusy } from '../availability/queries.ts'
import { useCalendarLinks } from '../calendar-link/queries.ts'
import { useClinics } from '../clinic/queries.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { ListSkeleton } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { useMinute } from '../../ui/minute-clock.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { Agenda } from './agenda.tsx'
import { BusySheet } from './busy-sheet.tsx'
import { monthEvents, timedEvents, type GridEvents } from './events.ts'
import { dayFinder } from './grid-clock.ts'
import { withoutLayers, type CalendarWindow } from './layers.ts'
import type { CalendarDays } from './queries.ts'
import { placeAt, type PlaceAt } from './place-at.ts'
import { minutesOf } from './spans.ts'
import type { CalendarState } from './state.ts'
import { VisitSheet } from './visit-sheet.tsx'

const CalendarGrid = lazy(() => import('./calendar-grid.tsx').then(({ CalendarGrid: Grid }) => ({ default: Grid })))

/** What is open on top of the days: a visit or a closed time, or the confirmation or form of a move. */
type Opened =
  | { readonly kind: 'visit' | 'move'; readonly visit: ShownVisit }
  | { readonly kind: 'busy'; readonly busy: ShownBusy }
  | { readonly kind: 'here'; readonly visit: ShownVisit; readonly slot: Slot; readonly back: () => void }

/**
 * The days, and what a click, a key or a drop on them does. `all` includes the other clinics, whose visits take time
 * too.
 */
export function CalendarBody({
  state,
  days,
  all,
  shown,
}: {
  state: CalendarState
  /** The result of the last read; the same object until the next. */
  days: CalendarDays
  all: CalendarWindow
  shown: CalendarWindow
}) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const navigate = useNavigate()
  const narrow = useNarrow()
  const clinics = useClinics()
  const [opened, setOpened] = useState<Opened | null>(null)
  const { actionsOf, dialogs } = useVisitActions({ onMove: (visit) => setOpened({ kind: 'move', visit }) })
  const { person, now } = device
  const window = useMemo(() => withoutLayers(shown, state.off), [shown, state.off])
  const links = useCalendarLinks()
  const linkName = useCallback((id: string) => links?.find((link) => link.id === id)?.name, [links])
  const facts = useVisitFacts(state.view === 'agenda' ? window.visits : [])
  const { from, to, zone, view } = state

  const drawn = useMemo(() => {
    const rules = { zone, from, to, canMove: (visit: ShownVisit) => whyNotMove(visit, person, now()) === null }
    if (view !== 'month') return timedEvents(window, rules)
    // on a phone a cell shows its day and the number of its visits
    return narrow ? NOTHING : monthEvents(window, rules, MONTH_LINES)
  }, [window, zone, from, to, view, person, now, narrow])
  const counts = useMemo(() => countDays(window.visits, dayFinder(from, to, zone)), [window.visits, from, to, zone])
  const hours = useMemo(
    () => hoursOf(view === 'month' ? [] : minutesOf(window, { from, to, zone })),
    [window, view, from, to, zone],
  )

  // states such as "to close" depend on the current time
  const minute = useMinute()
  const { isTentative } = facts
  const face = useMemo(
    () => ({ stateOf: (visit: ShownVisit) => shownState(visit, { isTentative }, now()), linkName }),
    // oxlint-disable-next-line react/exhaustive-deps
    [isTentative, linkName, now, minute],
  )

  const place = (at: number, visit?: ShownVisit) =>
    placeAt(at, all, { ...(visit && { visit }), clinicId: state.clinicId, who: person, now: now() })
  const say = (why: Extract<PlaceAt, { kind: 'none' }>['why']) =>
    why === 'closed' ? t`This time is closed. Choose another.` : i18n._(messages[why])
  const close = () => setOpened(null)

  function bookAt(at: number) {
    const found = place(at)
    if (found.kind === 'none') return showToast({ title: say(found.why) })
    const { start, type, clinicId } = found.slot
    void navigate({
      to: '/appointment/new',
      search: { doctor: person.id, start, type, ...(clinicId && { clinic: clinicId }) },
    })
  }

  function dropAt(visit: ShownVisit, at: number, back: () => void) {
    const found = place(at, visit)
    if (found.kind === 'free' && found.slot.start !== visit.start)
      return setOpened({ kind: 'here', visit, slot: found.slot, back })
    back()
    if (found.kind === 'none')
      showToast({
        kind: 'failed',
        title: say(found.why),
        text: t`The appointment stays where it was.`,
        action: { label: t`Choose a time`, onSelect: () => setOpened({ kind: 'move', visit }) },
      })
  }

  const acts = useLatest({
    onVisit: (visit: ShownVisit) => setOpened({ kind: 'visit', visit }),
    onBusy: (busy: ShownBusy) => setOpened({ kind: 'busy', busy }),
    onDay: (day: number) => state.set({ view: 'day', day }),
    onTime: bookAt,
    onDrop: dropAt,
  })

  if (!clinics) return <ListSkeleton rows={8} />
  return (
    <>
      {view === 'agenda' ? (
        <Agenda
          state={state}
          window={window}
          facts={facts}
          actionsOf={actionsOf}
          linkName={linkName}
          onBusy={(busy) => setOpened({ kind: 'busy', busy })}
        />
      ) : (
        <Suspense fallback={<ListSkeleton rows={8} />}>
          <div
            className={`card cal-card cal-${view}`}
            style={{ ['--cal-hours' as string]: (hours.to - hours.from) / 60 }}
          >
            <CalendarGrid days={days} drawn={drawn} counts={counts} facts={face} hours={hours} on={acts} />
          </div>
        </Suspense>
      )}
      {opened?.kind === 'visit' && <VisitSheet visit={opened.visit} actionsOf={actionsOf} onClose={close} />}
      {opened?.kind === 'busy' && (
        <BusySheet
          busy={opened.busy}
          zone={zone}
          linkName={opened.busy.linkId ? linkName(opened.busy.linkId) : undefined}
          onClose={close}
        />
      )}
      {opened?.kind === 'move' && <MoveDialog visit={opened.visit} onClose={close} />}
      {opened?.kind === 'here' && (
        <MoveDrop
          visit={opened.visit}
          place={{ from: Date.parse(opened.slot.start), to: Date.parse(opened.slot.end), overrides: null }}
          other={null}
          onClose={(isMoved) => {
            if (!isMoved) opened.back()
            close()
          }}
        />
      )}
      {dialogs}
    </>
  )
}

const NOTHING: GridEvents = { events: [], items: new Map() }

/** The lines in a day's cell of the month, not counting the line with the number of the rest. */
const MONTH_LINES = 3

/** The number of visits of each day that are not cancelled. */
function countDays(visits: readonly ShownVisit[], dayOf: (iso: string) => number): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { start, status } of visits) {
    if (status === 'cancelled') continue
    const day = dayOf(start)
    counts.set(day, (counts.get(day) ?? 0) + 1)
  }
  return counts
}
