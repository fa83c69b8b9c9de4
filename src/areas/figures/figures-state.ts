import { getRouteApi } from '@tanstack/react-router'
import { FIGURE_GROUPS, MOST_FIGURE_DAYS, type FigureGroup } from '../../../contract/figures/figures.lists.ts'
import { daysBetween, isDate, todayIn } from '../../../contract/kernel/time.ts'
import { useDevice } from '../../screen/device.ts'
import type { FiguresSearch } from '../../screen/search.ts'
import { useClinics } from '../clinic/queries.ts'
import { periodBefore, periodOf, type Period, type Preset } from './period.ts'

const route = getRouteApi('/signed-in/figures')

export type FiguresState = {
  readonly search: FiguresSearch
  readonly preset: Preset | 'own'
  readonly period: Period
  readonly before: Period
  readonly today: number
  readonly by: FigureGroup
  /** What this person can compare: a doctor has no others, and an admin compares doctors within one clinic. */
  readonly groups: readonly FigureGroup[]
  readonly set: (patch: Partial<FiguresSearch>) => void
}

/** What is shown, as the address says; a period that cannot be is this month. */
export function useFiguresState(): FiguresState {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { zone, now, person } = useDevice()
  const clinics = useClinics()
  const today = todayIn(clinics?.get(search.clinic ?? person.clinicId ?? '')?.zone ?? zone, now())
  const own = ownPeriod(search)
  const preset = search.preset ?? (own ? 'own' : 'month')
  const period = preset === 'own' && own ? own : periodOf(preset === 'own' ? 'month' : preset, today)
  const groups = FIGURE_GROUPS.filter(
    (group) =>
      group !== 'doctor' ||
      (!search.doctor && (person.type === 'clinic' || (person.type === 'admin' && search.clinic))),
  )
  return {
    search,
    preset,
    period,
    before: periodBefore(period, preset),
    today,
    by: groups.find((group) => group === search.by) ?? groups[0] ?? 'weekday',
    groups,
    set: (patch) => void navigate({ search: { ...search, ...patch }, replace: true, resetScroll: false }),
  }
}

/** Why these days are no period, or null. */
export const isPeriod = ({ from, to }: Period) =>
  isDate(from) && isDate(to) && from <= to && daysBetween(from, to) < MOST_FIGURE_DAYS

function ownPeriod({ from, to }: FiguresSearch): Period | null {
  const own = from !== undefined && to !== undefined ? { from, to } : null
  return own && isPeriod(own) ? own : null
}
