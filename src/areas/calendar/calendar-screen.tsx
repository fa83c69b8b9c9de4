import '../appointment/list.css'
import './calendar.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { CatchBoundary, Link } from '@tanstack/react-router'
import { CalendarClock, Info } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useMonthsHere } from '../appointment/queries-months.ts'
import { isBeyond } from '../appointment/list-state.ts'
import { ServerPage } from '../appointment/server-page.tsx'
import { BrokenCalendars } from '../calendar-link/broken-calendars.tsx'
import { CalendarLinks } from '../calendar-link/calendar-links.tsx'
import { useDevice } from '../../screen/device.ts'
import type { AppointmentSearch } from '../../screen/search.ts'
import { useSyncStatus } from '../../screen/queries-waiting.ts'
import { Sheet } from '../../ui/dialog.tsx'
import { FreshLine, OfflineLine } from '../../ui/fresh-line.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { ListSkeleton, LoadError, NotOnDevice } from '../../ui/states.tsx'
import { useDesk } from '../../ui/use-narrow.ts'
import { CalendarBody } from './calendar-body.tsx'
import { CalendarHead, useDaysTitle } from './calendar-head.tsx'
import { LayerPanel, LayerSwitches } from './layer-panel.tsx'
import { useCalendarWindow } from './queries.ts'
import { useCalendarState, type CalendarState } from './state.ts'
import { ZoneChoice } from './zone-choice.tsx'

/** /calendar (SCREENS B16): a doctor's own month, week, day and agenda, and their other calendars. */
export function CalendarScreen() {
  const state = useCalendarState()
  const { kick } = useDevice()
  const [layers, setLayers] = useState(false)
  const desk = useDesk()
  return (
    <CatchBoundary
      getResetKey={() => `${state.view} ${state.from}`}
      errorComponent={({ reset }) => (
        <LoadError
          onRetry={() => {
            kick()
            reset()
          }}
        />
      )}
    >
      <div className="stack cal">
        <CalendarHead state={state} onLayers={() => setLayers(true)} />
        <Offline />
        <BrokenCalendars />
        <div className="cal-lay">
          <div className="stack cal-main">
            <ZoneChoice state={state} />
            <Days state={state} />
          </div>
          <aside className="stack no-print">
            {desk && <LayerPanel state={state} />}
            <CalendarLinks />
            <Fresh />
            <Hint />
          </aside>
        </div>
      </div>
      {layers && (
        <Sheet open onOpenChange={setLayers} title={<Trans>Layers</Trans>}>
          <LayerSwitches state={state} />
        </Sheet>
      )}
    </CatchBoundary>
  )
}

function Days({ state }: { state: CalendarState }) {
  const { person, kick } = useDevice()
  const status = useSyncStatus()
  const title = useDaysTitle(state)
  const { view, day, from, to, since, until, zone } = state
  const read = useCalendarWindow(person.id, { view, day, from, to, since, until, zone })
  const window = useMemo(
    () =>
      read &&
      (state.clinicId
        ? {
            ...read,
            visits: read.visits.filter(({ clinicId }) => clinicId === state.clinicId),
            hours: read.hours.filter(({ clinicId }) => clinicId === state.clinicId),
          }
        : read),
    [read, state.clinicId],
  )
  if (!read || !window || !status) return <ListSkeleton rows={8} />
  if (status.pulledAt === null && read.visits.length === 0)
    return status.line === 'offline' ? (
      <NotOnDevice
        action={
          <Button onClick={kick}>
            <Trans>Try again</Trans>
          </Button>
        }
      />
    ) : (
      <ListSkeleton rows={8} />
    )
  return (
    <>
      <p className="print-only cal-print-title">
        {person.name} · {title} · {state.zone}
      </p>
      <Beyond key={`${from} ${to} ${state.clinicId}`} state={state} />
      {read.hours.length === 0 && <NoHours />}
      <CalendarBody state={{ ...state, ...read.days }} days={read.days} all={read} shown={window} />
    </>
  )
}

/** Days that this device does not keep look empty but may not be: says so, and asks the server on request (rule 89). */
function Beyond({ state: { from, to, today, zone, clinicId } }: { state: CalendarState }) {
  const { person, now } = useDevice()
  const localMonths = useMonthsHere()
  const [size, setSize] = useState<AppointmentSearch['size']>(20)
  if (!isBeyond({ from, to }, { today, zone, now: now(), here: localMonths })) return null
  const filter = { doctorId: person.id, clinicId }
  return (
    <ServerPage
      state={{
        from,
        to,
        zone,
        beyond: true,
        filter,
        size: size ?? 20,
        descending: false,
        set: (patch) => setSize(patch.size),
      }}
      words=""
    />
  )
}

function NoHours() {
  return (
    <Note icon={<CalendarClock aria-hidden="true" />} title={<Trans>Patients cannot book until you add hours</Trans>}>
      <Link to="/availability">
        <Trans>To your availability</Trans>
      </Link>
    </Note>
  )
}

function Hint() {
  const { t } = useLingui()
  return (
    <p className="why">
      <Info aria-hidden="true" />
      <span>
        {t`Choose a free time to book it. Drag an appointment to move it, or open it with Enter and choose “Reschedule”.`}
      </span>
    </p>
  )
}

/** Shown without a network: since when, and what happens to changes. */
function Offline() {
  const { zone, kick } = useDevice()
  const status = useSyncStatus()
  return status?.line === 'offline' ? (
    <OfflineLine at={status.pulledAt} zone={zone} trouble={status.trouble} onRetry={kick} />
  ) : null
}

function Fresh() {
  const { zone, kick } = useDevice()
  const status = useSyncStatus()
  if (!status || status.line === 'offline') return null
  return <FreshLine at={status.pulledAt} zone={zone} offline={false} onRefresh={kick} />
}
