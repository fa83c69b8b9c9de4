import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Video } from 'lucide-react'
import { useMemo } from 'react'
import { addDays, dayBounds } from '../../../contract/kernel/time.ts'
import { useDoctors, type ShownDoctor } from '../doctor/queries.ts'
import { useDoctorName } from '../doctor/doctor-name.ts'
import { formatWallDate, nameCollator, weekdayName } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Card } from '../../ui/card.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { weekOf, type DayOfWeek } from './all-weeks.ts'
import { spanOf } from './hours-spans.ts'
import { useAllHours } from './queries.ts'
import type { AvailabilityState } from './state.ts'
import { WeekSteps } from './week-steps.tsx'

type Row = { readonly doctor: ShownDoctor; readonly days: readonly DayOfWeek[] }

/** Every doctor's week in one table: their hours, closed days, and a link to each. */
export function AllWeeks({ state }: { state: AvailabilityState }) {
  const { t } = useLingui()
  const language = useLanguage()
  const nameOf = useDoctorName()
  const { monday, zone, clinicId } = state
  const bounds = useMemo(
    () => ({ from: dayBounds(monday, zone).from, to: dayBounds(addDays(monday, 6), zone).to }),
    [monday, zone],
  )
  const doctors = useDoctors()
  const all = useAllHours(bounds.from, bounds.to)
  if (!doctors || !all) return <ListSkeleton />
  const isOf = (id: string | null) => clinicId === null || id === clinicId
  const rows: Row[] = [...doctors.values()]
    .filter(({ active, clinicIds }) => active && (clinicId === null || clinicIds.includes(clinicId)))
    .toSorted((a, b) => nameCollator(language).compare(a.name, b.name))
    .map((doctor) => ({
      doctor,
      days: weekOf(
        (all.hours.get(doctor.id) ?? []).filter((hours) => isOf(hours.clinicId)),
        all.busy.get(doctor.id) ?? [],
        monday,
      ),
    }))
  const columns: readonly Column<Row>[] = [
    {
      id: 'doctor',
      head: <Trans>Doctor</Trans>,
      card: 'title',
      cell: ({ doctor }) => (
        <button type="button" className="link" onClick={() => state.set({ doctor: doctor.id })}>
          {nameOf(doctor)}
        </button>
      ),
    },
    ...Array.from({ length: 7 }, (_, n): Column<Row> => {
      const date = addDays(monday, n)
      const name = `${weekdayName(date, language, 'short')} ${formatWallDate(date).slice(0, 5)}`
      return {
        id: String(date),
        head: date === state.today ? <b>{name}</b> : name,
        card: 'detail',
        cell: ({ days }) => <DayCell day={days[n]!} name={name} />,
      }
    }),
  ]
  return (
    <Card
      flush
      className="all-weeks"
      title={<Trans>The week of all doctors</Trans>}
      count={<Plural value={rows.length} one="# doctor" other="# doctors" />}
      aside={<WeekSteps state={state} />}
    >
      <Table label={t`The week of all doctors`} columns={columns} rows={rows} keyOf={({ doctor }) => doctor.id} dense />
    </Card>
  )
}

/** A phone's card says the day too, and leaves out days without hours. */
function DayCell({ day, name }: { day: DayOfWeek; name: string }) {
  if (day.hours.length === 0) return null
  return (
    <span className="all-weeks-day">
      <span className="all-weeks-name">{name} </span>
      {day.isClosed ? (
        <span className="dim">
          <Trans context="a doctor’s day">closed</Trans>
        </span>
      ) : (
        day.hours.map((hours) => (
          <span key={hours.id}>
            <span className="all-weeks-hours">
              {spanOf(hours)}
              {hours.type === 'online' && <Video aria-hidden="true" />}
            </span>
            {hours.type === 'online' && (
              <span className="vh">
                <Trans context="visit">Online</Trans>
              </span>
            )}
          </span>
        ))
      )}
    </span>
  )
}
