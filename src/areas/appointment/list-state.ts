import { ofMarks } from '../../../contract/appointment/appointment.filters.ts'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { Role } from '../../../contract/kernel/call.ts'
import { KEEP_DAYS_AHEAD, KEEP_DAYS_BACK } from '../../../contract/kernel/constants.ts'
import { nearbyMonths, monthsBetween } from '../../../contract/kernel/months.ts'
import { addDays, dayBounds, todayIn, weekdayOf } from '../../../contract/kernel/time.ts'
import { useDevice } from '../../screen/device.ts'
import type { AppointmentSearch } from '../../screen/search.ts'
import { keepView, useKeptView } from './list-memory.ts'
import { useMonthsHere } from './queries-months.ts'
import type { VisitFilter } from './queries.ts'

const route = getRouteApi('/signed-in/appointment')

export type ListView = NonNullable<AppointmentSearch['view']> | 'home'

/**
 * What the list shows, as its address says: view, days, filters, page. Days are YYYYMMDD in the clinic's zone (rule 4).
 */
export type ListState = {
  readonly view: ListView
  readonly today: number
  /** The zone of the days (rule 4). */
  readonly zone: string
  /** The day shown by rail, board and week. */
  readonly day: number
  /** First and last day of the window the view needs. */
  readonly from: number
  readonly to: number
  /** The address's filters without days and search text. */
  readonly filter: Omit<VisitFilter, 'from' | 'to' | 'words'>
  /** The number of active filters, not counting the days. */
  readonly filters: number
  /** Whether part of the window is beyond the days this device keeps (rule 89). */
  readonly beyond: boolean
  /** The preset of a list's days; null for freely chosen days. */
  readonly preset: Preset | null
  readonly descending: boolean
  readonly page: number
  readonly size: number
  readonly search: AppointmentSearch
  /** Writes to the address; any other change resets the page number. */
  readonly set: (patch: Partial<AppointmentSearch>) => void
  readonly clearFilters: () => void
}

/** Returns the same object as long as its content is the same. */
export function useListState(): ListState {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { person, zone, now } = useDevice()
  const localMonths = useMonthsHere()
  const today = todayIn(zone, now())
  const { id, type } = person
  const shown = useMemo(() => windowShown(search, type, today), [search, type, today])
  const beyond = isBeyond(shown, { today, zone, now: now(), here: localMonths })
  const set = useCallback(
    (patch: Partial<AppointmentSearch>) => {
      const next = { ...search, page: undefined, ...patch }
      keepView(id, next)
      void navigate({ search: next, replace: true, resetScroll: false })
    },
    [search, id, navigate],
  )
  useKeptView(id, search, set)
  return useMemo(() => {
    const filter = filterOf(search)
    return {
      ...shown,
      today,
      zone,
      filter,
      filters: Object.values(filter).filter((value) => value !== undefined).length,
      beyond,
      descending: (search.sort ?? (type === 'patient' ? '-start' : 'start')) === '-start',
      page: search.page ?? 1,
      size: search.size ?? (shown.view === 'list' ? 20 : 10),
      search,
      set,
      clearFilters: () => set(NO_FILTERS),
    }
  }, [search, shown, today, zone, beyond, type, set])
}

const filterOf = (search: AppointmentSearch): ListState['filter'] => ({
  status: search.status,
  type: search.type,
  doctorId: search.doctor,
  clinicId: search.clinic,
  branchId: search.branch,
  paymentStatus: search.payment,
  earnStatus: search.earn,
  toClose: search.toClose,
  ...ofMarks((mark) => search[mark]),
})

export const NO_FILTERS = {
  status: undefined,
  type: undefined,
  doctor: undefined,
  clinic: undefined,
  branch: undefined,
  payment: undefined,
  earn: undefined,
  toClose: undefined,
  ...ofMarks(() => undefined),
} as const satisfies Partial<AppointmentSearch>

export const PRESETS = ['yesterday', 'today', 'tomorrow', 'next7', 'next30', 'all'] as const
export type Preset = (typeof PRESETS)[number]

/** The days of a preset; `all` is everything this device keeps. */
export function daysOf(preset: Preset, today: number): { readonly from: number; readonly to: number } {
  const days = (from: number, to: number) => ({ from: addDays(today, from), to: addDays(today, to) })
  switch (preset) {
    case 'yesterday':
      return days(-1, -1)
    case 'today':
      return days(0, 0)
    case 'tomorrow':
      return days(1, 1)
    case 'next7':
      return days(0, 6)
    case 'next30':
      return days(0, 29)
    case 'all':
      return keptDays(today)
  }
}

/**
 * Whether some of these days (YYYYMMDD) are not on the device. It keeps those of rule 89, and the months `here` that
 * its person keeps in addition.
 */
export function isBeyond(days: Days, { today, zone, now, here }: Context): boolean {
  const kept = keptDays(today)
  if (days.from >= kept.from && days.to <= kept.to) return false
  const known = new Set([...nearbyMonths(now), ...here])
  return !monthsOf(days, zone).every((month) => known.has(month))
}

/** The UTC months of these days, since pulls go by UTC months (contract/kernel/months.ts). */
export const monthsOf = ({ from, to }: Days, zone: string) =>
  monthsBetween(dayBounds(from, zone).from, dayBounds(to, zone).to)

type Days = { readonly from: number; readonly to: number }
type Context = { readonly today: number; readonly zone: string; readonly now: number; readonly here: readonly string[] }

/**
 * The days this device holds completely: it keeps whole months, all that the window of rule 89 touches (SYNC "Pull").
 */
function keptDays(today: number) {
  const month = (date: number) => date - (date % 100) + 1
  const from = month(addDays(today, -KEEP_DAYS_BACK))
  const to = addDays(month(addDays(month(addDays(today, KEEP_DAYS_AHEAD)), 31)), -1)
  return { from, to }
}

/** What an address shows to a role: the view, and the first and last day of its window. */
export function windowShown(search: Pick<AppointmentSearch, 'view' | 'day' | 'preset'>, type: Role, today: number) {
  const view = viewFor(search.view, type)
  const day = search.day ?? today
  const preset: Preset | null = search.preset ?? (search.day ? null : type === 'patient' ? 'all' : 'today')
  return { view, day, preset, ...windowOf(view, preset, day, today) }
}

/** Whoever sees one doctor's day, or their own, has no columns of doctors. */
const viewFor = (view: AppointmentSearch['view'], type: Role): ListView =>
  view && (view !== 'doctors' || type === 'clinic' || type === 'admin') ? view : DEFAULT_VIEW[type]

const DEFAULT_VIEW = { doctor: 'day', clinic: 'board', admin: 'board', patient: 'home' } as const

function windowOf(view: ListView, preset: Preset | null, day: number, today: number) {
  if (view === 'home') return daysOf('all', today)
  if (view === 'week') {
    const monday = addDays(day, 1 - weekdayOf(day))
    return { from: monday, to: addDays(monday, 6) }
  }
  return view === 'list' && preset ? daysOf(preset, today) : { from: day, to: day }
}
