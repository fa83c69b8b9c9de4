import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import {
  CalendarDays,
  ChevronLeft,
  ChevronRight,
  Columns3,
  Layers,
  List,
  Plus,
  Printer,
  Rows3,
  Table2,
} from 'lucide-react'
import { useClinics } from '../clinic/queries.ts'
import { formatDay, formatMonth, formatSpan, formatWallDate } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { DayButton } from '../../ui/day-button.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useDesk, useNarrow } from '../../ui/use-narrow.ts'
import type { CalendarView } from './days.ts'
import type { CalendarState } from './state.ts'

/** Days, view and a button for a new appointment; on smaller windows a button that opens the layers. */
export function CalendarHead({ state, onLayers }: { state: CalendarState; onLayers: () => void }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const narrow = useNarrow()
  const desk = useDesk()
  const views: { value: CalendarView; label: string; icon: React.ReactNode }[] = [
    { value: 'month', label: t`Month`, icon: <CalendarDays /> },
    ...(narrow ? [] : [{ value: 'week' as const, label: t`Week`, icon: <Columns3 /> }]),
    { value: 'day', label: t`Day`, icon: <Rows3 /> },
    { value: 'agenda', label: t`Agenda`, icon: <List /> },
  ]
  return (
    <div className="list-head no-print">
      <CalendarTitle state={state} />
      <Segmented label={t`View`} value={state.view} options={views} onChange={(view) => state.set({ view })} />
      <span className="row cal-tools">
        <ClinicFilter state={state} />
        {state.view === 'day' && (
          <Link
            to="/appointment"
            search={{ view: 'board', ...(state.day === state.today ? {} : { day: state.day }) }}
            className="btn"
          >
            <Table2 aria-hidden="true" />
            <Trans>Day board</Trans>
          </Link>
        )}
        {!desk && <IconButton label={t`Layers`} icon={<Layers />} onClick={onLayers} />}
        {!narrow && <IconButton label={t`Print`} icon={<Printer />} onClick={() => print()} />}
      </span>
      <Link to="/appointment/new" search={{ doctor: person.id }} className="btn primary list-new">
        <Plus aria-hidden="true" />
        <span>
          <Trans>New appointment</Trans>
        </span>
      </Link>
    </div>
  )
}

/** The days on the page in words. */
export function useDaysTitle({ view, day, from, to }: CalendarState): string {
  const language = useLanguage()
  if (view === 'month') return formatMonth(day, language)
  if (view === 'day') return formatDay(day, language)
  // the year only once if it is the same: 16.11–22.11.2026
  const sameYear = Math.floor(from / 10_000) === Math.floor(to / 10_000)
  return formatSpan(sameYear ? formatWallDate(from).slice(0, 5) : formatWallDate(from), formatWallDate(to))
}

function CalendarTitle({ state }: { state: CalendarState }) {
  const { t } = useLingui()
  const { view, day, today, from, to, set } = state
  const title = useDaysTitle(state)
  const words = {
    month: [t`Previous month`, t`Next month`],
    week: [t`Previous week`, t`Next week`],
    day: [t`Previous day`, t`Next day`],
    agenda: [t`Earlier days`, t`Later days`],
  }[view]
  const isHere = from <= today && today <= to
  return (
    <div className="list-title grow">
      <IconButton look="quiet" label={words[0] ?? ''} icon={<ChevronLeft />} onClick={() => state.turn(-1)} />
      <h2 aria-live="polite">
        <DayButton
          key={day}
          value={day}
          today={today}
          onChange={(date) => set({ day: date === today ? undefined : date })}
        >
          {title}
        </DayButton>
      </h2>
      <IconButton look="quiet" label={words[1] ?? ''} icon={<ChevronRight />} onClick={() => state.turn(1)} />
      {(!isHere || (view === 'agenda' && day !== today)) && (
        <Button small onClick={() => set({ day: undefined })}>
          <Trans>Today</Trans>
        </Button>
      )}
    </div>
  )
}

/** For a doctor who works in several clinics; hidden with only one. */
function ClinicFilter({ state }: { state: CalendarState }) {
  const { t } = useLingui()
  const clinics = [...(useClinics()?.values() ?? [])]
  if (clinics.length < 2) return null
  return (
    <NativeSelect
      aria-label={t`Clinic`}
      value={state.clinicId ?? ''}
      onChange={(event) => state.set({ clinic: event.target.value || undefined })}
    >
      <option value="">{t`All clinics`}</option>
      {clinics.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </NativeSelect>
  )
}
