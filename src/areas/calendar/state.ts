import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { addDays, dayBounds, todayIn } from '../../../contract/kernel/time.ts'
import { useClinics } from '../clinic/queries.ts'
import { viewerZone } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import type { CalendarSearch } from '../../screen/search.ts'
import { addMonths } from '../../ui/calendar-date.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { type CalendarView, daysOfView, STEP } from './days.ts'
import { LAYERS, type Layer } from './layers.ts'

const route = getRouteApi('/signed-in/calendar')

/**
 * The state of the calendar: view, days and clinic from the address, layers from this device. Days are YYYYMMDD in
 * `zone`.
 */
export type CalendarState = {
  readonly view: CalendarView
  readonly today: number
  readonly day: number
  /** First and last day on the page. */
  readonly from: number
  readonly to: number
  /** The same as instants, epoch ms, `until` excluded. */
  readonly since: number
  readonly until: number
  /** The zone the grid shows: the clinic's, or the reader's if they chose it (rule 3). */
  readonly zone: string
  readonly clinicZone: string
  readonly clinicId: string | undefined
  readonly off: ReadonlySet<Layer>
  readonly toggle: (layer: Layer) => void
  readonly set: (patch: Partial<CalendarSearch>) => void
  /** Moves the view one page forward or back. */
  readonly turn: (by: 1 | -1) => void
}

export function useCalendarState(): CalendarState {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { person, zone: ownZone, now } = useDevice()
  const clinics = useClinics()
  const narrow = useNarrow()
  const [kept, setKept] = useState(() => readKept(person.id))
  const off = useMemo(() => new Set(kept.off), [kept.off])

  const clinicZone = (search.clinic && clinics?.get(search.clinic)?.zone) || ownZone
  const zone = search.wall === 'own' ? viewerZone() : clinicZone
  const today = todayIn(zone, now())
  const day = search.day ?? today
  const view = shownView(search.view ?? (narrow ? 'agenda' : (kept.view ?? 'week')), narrow)
  const { from, to } = daysOfView(view, day)

  const keep = (next: Kept) => {
    setKept(next)
    localStorage.setItem(keyOf(person.id), JSON.stringify(next))
  }
  const set = (patch: Partial<CalendarSearch>) => {
    if (patch.view) keep({ ...kept, view: patch.view })
    void navigate({ search: { ...search, ...patch }, replace: true, resetScroll: false })
  }
  return {
    view,
    today,
    day,
    from,
    to,
    since: dayBounds(from, zone).from,
    until: dayBounds(to, zone).to,
    zone,
    clinicZone,
    clinicId: search.clinic,
    off,
    toggle: (layer) =>
      keep({
        ...kept,
        off: kept.off.includes(layer) ? kept.off.filter((each) => each !== layer) : [...kept.off, layer],
      }),
    set,
    turn: (by) => {
      const next = view === 'month' ? addMonths(day, by) : addDays(day, by * STEP[view])
      set({ day: next === today ? undefined : next })
    },
  }
}

/** Seven columns do not fit on a phone: a week is a list there. */
const shownView = (view: CalendarView, narrow: boolean): CalendarView => (narrow && view === 'week' ? 'agenda' : view)

type Kept = { readonly view?: CalendarView; readonly off: readonly Layer[] }
const keyOf = (person: string) => `calendar-${person}`

function readKept(person: string): Kept {
  const kept = JSON.parse(localStorage.getItem(keyOf(person)) ?? '{}') as Partial<Kept> // written above; an older app's values are left out below
  const view = (['month', 'week', 'day', 'agenda'] as const).find((each) => each === kept.view)
  return { ...(view && { view }), off: LAYERS.filter((layer) => kept.off?.includes(layer)) }
}
