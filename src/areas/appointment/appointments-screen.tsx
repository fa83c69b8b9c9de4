import './list.css'
import { useLingui } from '@lingui/react/macro'
import { CatchBoundary } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { ClosedBand } from '../closure/closed-band.tsx'
import { useDoctors } from '../doctor/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { pageOf } from '../../screen/page-of.ts'
import { PrintFoot } from '../../screen/print-foot.tsx'
import { usePrint } from '../../screen/use-print.ts'
import { useSyncStatus } from '../../screen/queries-waiting.ts'
import { IconButton } from '../../ui/button.tsx'
import { FreshLine, OfflineLine } from '../../ui/fresh-line.tsx'
import { useMinute } from '../../ui/minute-clock.ts'
import { ListSkeleton, LoadError } from '../../ui/states.tsx'
import { DayBoard } from './day-board.tsx'
import { DayPaper } from './day-paper.tsx'
import { DayPicture } from './day-picture.tsx'
import { DayRail } from './day-rail.tsx'
import { DayStrip, TodayStrip } from './day-strip.tsx'
import { ListEmpty } from './list-empty.tsx'
import { ListHead } from './list-head.tsx'
import { useListState, type ListState } from './list-state.ts'
import { PatientHome } from './patient-home.tsx'
import { filterVisits, useVisits, type ShownVisit } from './queries.ts'
import { ServerPage } from './server-page.tsx'
import { useVisitActions } from './visit-actions.tsx'
import { useVisitFacts, type VisitFacts } from './visit-facts.ts'
import { VisitFilters } from './visit-filters.tsx'
import { VisitList } from './visit-list.tsx'
import { WeekView } from './week-view.tsx'

const DoctorsView = lazy(() => import('./doctors-view.tsx').then(({ DoctorsView: View }) => ({ default: View })))

// comes in one file with the screen
export { readLandingAhead } from './queries-ahead.ts'

/** /appointment, the landing of all four roles (SCREENS B1): the day on a rail, the day board, the day by doctor, the list, the week; a patient's next visit. */
export function AppointmentsScreen() {
  const state = useListState()
  const { kick } = useDevice()
  return (
    <CatchBoundary
      getResetKey={() => JSON.stringify(state.search)}
      errorComponent={({ reset }) => (
        <LoadError
          onRetry={() => {
            kick()
            reset()
          }}
        />
      )}
    >
      <Landing state={state} />
    </CatchBoundary>
  )
}

function Landing({ state }: { state: ListState }) {
  const { person, now } = useDevice()
  // Reasons, waiting times and the now line depend on the current time.
  useMinute()
  // The search text names a patient: it stays here and out of the address (TRUST D18).
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed).trim().split(/\s+/).filter(Boolean)
  // One read of the window; the filters are applied in memory, so that the figures need no second one.
  const window = useVisits({ from: state.from, to: state.to, doctorId: state.filter.doctorId })
  const doctors = useDoctors()
  const { branchId } = state.filter
  const doctorsIn = new Set(
    [...(doctors?.values() ?? [])].flatMap(({ id, branchIds }) =>
      branchId && branchIds.includes(branchId) ? [id] : [],
    ),
  )
  const kept = window && keptOf(window, state, words, now(), doctorsIn)
  const shown = kept && state.descending && state.view === 'list' ? kept.toReversed() : kept
  const drawn = shown && (state.view === 'list' ? pageOf(shown, state).rows : shown)
  // read in parallel with the window; a column of a doctor names the patient alone, and needs no card
  const facts = useVisitFacts(drawn && state.view === 'doctors' ? NO_VISITS : (drawn ?? null))
  const isHome = state.view === 'home'
  return (
    <>
      <ListHead state={state} aside={isHome && <Fresh />} />
      {!isHome && person.type !== 'patient' && (
        <>
          {state.view === 'list' || state.view === 'week' ? (
            <TodayStrip state={state} />
          ) : (
            <>
              <DayStrip state={state} visits={window ?? []} />
              {state.view !== 'doctors' && <DayPicture visits={window ?? []} isToday={state.day === state.today} />}
            </>
          )}
        </>
      )}
      {!isHome && person.type !== 'patient' && state.view !== 'list' && (
        <ClosedBand from={state.from} to={state.to} zone={state.zone} />
      )}
      <Offline />
      {window === undefined || shown === undefined || !facts.ready ? (
        <ListSkeleton />
      ) : (
        <Loaded state={state} window={window} shown={shown} facts={facts} words={typed} onWords={setTyped} />
      )}
    </>
  )
}

function Loaded({
  state,
  window,
  shown,
  facts,
  words,
  onWords,
}: {
  state: ListState
  window: readonly ShownVisit[]
  shown: readonly ShownVisit[]
  facts: VisitFacts
  words: string
  onWords: (words: string) => void
}) {
  const { t } = useLingui()
  const { person } = useDevice()
  const { actionsOf, dialogs } = useVisitActions()
  const [printing, print] = usePrint()
  const { view, today } = state
  const filtered = state.filters > 0 || words.trim() !== ''
  const clear = () => {
    onWords('')
    state.clearFilters()
  }
  const empty = <ListEmpty state={state} without={window.length} filtered={filtered} onClear={clear} />
  const isOneDoctor = person.type === 'doctor' || state.filter.doctorId !== undefined
  const nameOf = (visit: ShownVisit) => (person.type === 'patient' ? facts.doctorOf(visit).name : visit.patientName)
  const list = <VisitList state={state} shown={shown} facts={facts} actionsOf={actionsOf} empty={empty} />
  return (
    <>
      {view !== 'home' && (
        <VisitFilters
          state={state}
          facts={facts}
          words={words}
          onWords={onWords}
          aside={
            view === 'day' || view === 'doctors' ? (
              <span className="row">
                <Fresh />
                {(shown.length > 0 || view === 'doctors') && (
                  <IconButton look="quiet" small label={t`Print the day list`} icon={<Printer />} onClick={print} />
                )}
              </span>
            ) : view === 'week' ? (
              <Fresh />
            ) : null
          }
        />
      )}
      {view === 'home' && <PatientHome visits={shown} facts={facts} actionsOf={actionsOf} />}
      {view === 'day' &&
        (shown.length === 0 ? (
          empty
        ) : printing ? (
          <DayPaper day={state.day} visits={shown} facts={facts} />
        ) : (
          <DayRail
            visits={shown}
            facts={facts}
            isToday={state.day === today}
            oneDoctor={isOneDoctor && !filtered}
            actionsOf={actionsOf}
          />
        ))}
      {view === 'board' && (
        <>
          {window.length > 0 && <DayBoard visits={shown} facts={facts} actionsOf={actionsOf} />}
          {list}
        </>
      )}
      {view === 'doctors' && (
        <Suspense fallback={<ListSkeleton rows={8} />}>
          <DoctorsView
            state={state}
            window={window}
            shown={shown}
            facts={facts}
            filtered={filtered}
            printing={printing}
            empty={empty}
          />
        </Suspense>
      )}
      {view === 'week' && <WeekView state={state} visits={shown} facts={facts} nameOf={nameOf} />}
      {view === 'list' && list}
      {(state.beyond || (words.trim() !== '' && shown.length === 0)) && (
        <ServerPage key={JSON.stringify([state.search, words])} state={state} words={words} />
      )}
      <PrintFoot total={view === 'list' ? shown.length : 0} />
      {dialogs}
    </>
  )
}

/** Shown above all without a network: since when, and what happens to changes. */
function Offline() {
  const { zone, kick } = useDevice()
  const status = useSyncStatus()
  if (status?.line !== 'offline') return null
  return <OfflineLine at={status.pulledAt} zone={zone} trouble={status.trouble} onRetry={kick} />
}

/** Says once how fresh the page is; a list in a card says it in the card's head. */
function Fresh() {
  const { zone, kick } = useDevice()
  const status = useSyncStatus()
  if (!status || status.line === 'offline') return null
  return <FreshLine at={status.pulledAt} zone={zone} offline={false} onRefresh={kick} />
}

const NO_VISITS: readonly ShownVisit[] = []

function keptOf(
  window: readonly ShownVisit[],
  { filter, view }: ListState,
  words: string[],
  now: number,
  doctorsIn: ReadonlySet<string>,
) {
  if (view === 'home') return window
  return filterVisits(window, { ...filter, words }, now, doctorsIn)
}
