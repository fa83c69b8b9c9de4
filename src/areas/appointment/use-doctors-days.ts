import { useMemo, useState } from 'react'
import { nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useMinute } from '../../ui/minute-clock.ts'
import { axisOf, type Axis } from './doctors-axis.ts'
import { dayOfDoctor, spanOf, type DoctorDay, type DoctorTime } from './doctors-day.ts'
import type { ListState } from './list-state.ts'
import { keeper, useAroundDay } from './queries-doctors-day.ts'
import type { ShownVisit } from './queries.ts'
import type { VisitFacts } from './visit-facts.ts'

/** The columns of a day, by the doctors' names; each the same object for as long as it says the same, so that only it is drawn again. */
export type DoctorsDays = {
  readonly columns: readonly DoctorDay[]
  readonly axis: Axis
  /** Minutes of the shortest piece. */
  readonly least: number
  readonly timeOf: (doctorId: string) => DoctorTime
}

type DaysQuery = {
  readonly state: ListState
  /** All appointments of the day, and those of them that the filters leave. */
  readonly window: readonly ShownVisit[]
  readonly shown: readonly ShownVisit[]
  readonly filtered: boolean
  readonly doctors: VisitFacts['doctors']
}

export function useDoctorsDays({ state, window, shown, filtered, doctors }: DaysQuery): DoctorsDays | undefined {
  const { day, zone } = state
  const { doctorId, clinicId, status } = state.filter
  const { session, person } = useDevice()
  const language = useLanguage()
  const minute = useMinute()
  const nearby = useAroundDay(day, zone, doctorId)
  const ownClinic = person.type === 'clinic' ? (person.clinicId ?? session.clinicId ?? undefined) : clinicId
  const [keep] = useState(keeper<Kept>)

  const times = useMemo(() => nearby && timesOf(nearby, window), [nearby, window])
  return useMemo(() => {
    if (!nearby || !times) return undefined
    const early = filtered ? [] : nearby.early
    const byDoctor = Map.groupBy(
      // who is called off takes no time; a change that waits is never hidden (SCREENS B0)
      [...early, ...shown].filter((visit) => visit.status !== 'cancelled' || status || visit.pending !== 'none'),
      (visit) => visit.doctorId,
    )
    const context = { day, zone, now: minute, clinicId: ownClinic }
    const names = new Map(doctors.map(({ id, name }) => [id, name]))
    const nameOf = (id: string) => names.get(id) ?? ''
    const { compare } = nameCollator(language)
    const ids = new Set([...byDoctor.keys(), ...nearby.hours.map((each) => each.doctorId)])
    const columns = [...ids]
      .flatMap((id) => dayOfDoctor(id, times(id), byDoctor.get(id) ?? [], context) ?? [])
      .toSorted((a, b) => compare(nameOf(a.id), nameOf(b.id)) || (a.id < b.id ? -1 : 1))
    const axis = axisOf(
      day,
      zone,
      columns.flatMap(({ open, visits }) => [...open, ...visits.map(spanOf)]),
    )
    return { ...keep({ columns, axis }), least: leastOf(columns), timeOf: times }
  }, [nearby, times, shown, filtered, status, day, zone, minute, ownClinic, doctors, language, keep])
}

type Kept = Pick<DoctorsDays, 'columns' | 'axis'>

/** What of each doctor's time is known; the evening before counts. */
function timesOf(nearby: NonNullable<ReturnType<typeof useAroundDay>>, window: readonly ShownVisit[]) {
  const hours = Map.groupBy(nearby.hours, ({ doctorId }) => doctorId)
  const busy = Map.groupBy(nearby.busy, ({ doctorId }) => doctorId)
  const taken = Map.groupBy([...nearby.early, ...window], ({ doctorId }) => doctorId)
  return (id: string): DoctorTime => ({
    hours: hours.get(id) ?? [],
    busy: busy.get(id) ?? [],
    taken: taken.get(id) ?? [],
  })
}

/** Between ten minutes and twenty: each piece is high enough to be pressed, and a day of long ones is no page of air. */
function leastOf(columns: readonly DoctorDay[]): number {
  const lengths = columns.flatMap(({ free, visits }) => [
    ...free.map(({ from, to }) => (to - from) / 60_000),
    ...visits.map(({ duration }) => duration),
  ])
  return Math.max(10, Math.min(20, ...lengths))
}

/** Where now stands in the day; null on another. */
export const nowIn = (axis: Axis, now: number): number | null =>
  now >= axis.from && now <= axis.to ? (now - axis.from) / (axis.to - axis.from) : null
