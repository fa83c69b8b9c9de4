import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarDays, ChevronLeft, ChevronRight, Columns3, House, List, Plus, Rows3, UsersRound } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { addDays } from '../../../contract/kernel/time.ts'
import { formatDay, formatSpan, formatWallDate } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { DayButton } from '../../ui/day-button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { ListState, ListView } from './list-state.ts'

/**
 * Day, view, and a button for a new appointment. It is the page's primary button, except in the day view, where the
 * current patient's act is.
 */
export const ListHead = memo(function Head({ state, aside }: { state: ListState; aside: ReactNode }) {
  const { t } = useLingui()
  const { person } = useDevice()
  const isPatient = person.type === 'patient'
  const views: { value: ListView; label: string; icon: ReactNode }[] = [
    ...(isPatient ? [{ value: 'home' as const, label: t`Overview`, icon: <House /> }] : []),
    ...(person.type === 'doctor' ? [{ value: 'day' as const, label: t`Day`, icon: <Rows3 /> }] : []),
    ...(isPatient ? [] : [{ value: 'board' as const, label: t`Day board`, icon: <Columns3 /> }]),
    ...(person.type === 'clinic' || person.type === 'admin'
      ? [{ value: 'doctors' as const, label: t`By doctor`, icon: <UsersRound /> }]
      : []),
    { value: 'list', label: t`List`, icon: <List /> },
    { value: 'week', label: t`Week`, icon: <CalendarDays /> },
  ]
  return (
    <div className="list-head no-print">
      <Title state={state} aside={aside} />
      <Segmented
        label={t`View`}
        value={state.view}
        options={views}
        onChange={(view) =>
          state.set({ view: view === 'home' ? undefined : view, ...(view === 'list' ? {} : { preset: undefined }) })
        }
      />
      {state.view === 'home' ? null : (
        <Link
          to="/appointment/new"
          search={person.type === 'doctor' ? { doctor: person.id } : {}}
          className={classes('btn', 'list-new', state.view !== 'day' && 'primary')}
        >
          <Plus aria-hidden="true" />
          <span>
            <Trans>New appointment</Trans>
          </span>
        </Link>
      )}
    </div>
  )
})

/** The day or week, with links to the ones before and after it and a month to choose another. */
function Title({ state, aside }: { state: ListState; aside: ReactNode }) {
  const { t } = useLingui()
  const language = useLanguage()
  const { view, day, today, from, to, set } = state
  if (view === 'home') return <span className="grow">{aside}</span>
  const isWeek = view === 'week'
  const step = isWeek ? 7 : 1
  const turn = (date: number) => set({ day: date === today ? undefined : date, preset: undefined })
  return (
    <div className="list-title grow">
      <IconButton
        look="quiet"
        label={isWeek ? t`Previous week` : t`Previous day`}
        icon={<ChevronLeft />}
        onClick={() => turn(addDays(day, -step))}
      />
      <h2 aria-live="polite">
        <DayButton key={day} value={day} today={today} onChange={turn}>
          {from !== to ? (
            formatSpan(formatWallDate(from), formatWallDate(to))
          ) : from === today ? (
            <>
              <Trans>Today</Trans> <span className="dim">{formatDay(from, language)}</span>
            </>
          ) : (
            formatDay(from, language)
          )}
        </DayButton>
      </h2>
      <IconButton
        look="quiet"
        label={isWeek ? t`Next week` : t`Next day`}
        icon={<ChevronRight />}
        onClick={() => turn(addDays(day, step))}
      />
      {day !== today && (
        <Button small onClick={() => turn(today)}>
          <Trans>Today</Trans>
        </Button>
      )}
    </div>
  )
}
