import { Trans } from '@lingui/react/macro'
import type { ShownVisit } from '../appointment/queries.ts'
import { listedStart } from '../appointment/visit-wall.ts'
import { formatDate } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import type { Column } from '../../ui/table-props.ts'

type Written = {
  readonly id: string
  readonly createdAt: string
  readonly doctorName: string
  readonly appointmentId: string | null
}

/** The columns that recipes and reports share. `visits` are those of the patient. */
export function useCareColumns<Row extends Written>(visits: readonly ShownVisit[]) {
  const { zone } = useDevice()
  const visitOf = new Map(visits.map((visit) => [visit.id, visit]))
  return {
    date: {
      id: 'date',
      head: <Trans>Date</Trans>,
      card: 'time',
      cell: ({ createdAt }) => <span className="nowrap">{formatDate(createdAt, zone)}</span>,
    },
    doctor: { id: 'doctor', head: <Trans>Doctor</Trans>, card: 'detail', cell: ({ doctorName }) => doctorName },
    visit: {
      id: 'visit',
      head: <Trans>Appointment</Trans>,
      priority: 3,
      cell: ({ appointmentId }) => {
        const visit = visitOf.get(appointmentId ?? '')
        return visit ? <span>{listedStart(visit)}</span> : null
      },
    },
  } satisfies Record<string, Column<Row>>
}

/** The name of a row, which opens it. */
export function CareOpen({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <button type="button" className="care-open" onClick={onOpen}>
      <span className="care-clip">{name}</span>
    </button>
  )
}
