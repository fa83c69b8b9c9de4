import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useDoctors } from '../doctor/queries.ts'
import { fullName } from '../doctor/doctor-words.ts'
import { formatDate } from '../../i18n/format.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import type { MenuItem } from '../../ui/menu-items.ts'
import { Stars } from '../../ui/stars.tsx'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import { CommentState } from './comment-state.tsx'
import type { ShownComment } from './queries.ts'

/** Comments as a table, on phones as cards (SCREENS B13). */
export function CommentTable({
  comments,
  itemsOf,
  onRead,
  ofOneDoctor,
}: {
  comments: readonly ShownComment[]
  itemsOf: (comment: ShownComment) => readonly MenuItem[]
  onRead: (comment: ShownComment) => void
  /** True if the doctor is named above. */
  ofOneDoctor?: boolean
}) {
  const { t } = useLingui()
  const { person, zone } = useDevice()
  const doctors = useDoctors()
  const columns: Column<ShownComment>[] = [
    {
      id: 'date',
      head: <Trans>Date</Trans>,
      card: 'time',
      cell: ({ createdAt }) => <span className="nowrap">{formatDate(createdAt, zone)}</span>,
    },
    {
      id: 'patient',
      head: <Trans>Patient</Trans>,
      card: 'title',
      cell: (comment) => (
        <button type="button" className="comment-open nowrap" onClick={() => onRead(comment)}>
          {comment.patientName}
        </button>
      ),
    },
    ...(person.type === 'doctor' || ofOneDoctor
      ? []
      : [
          {
            id: 'doctor',
            head: <Trans>Doctor</Trans>,
            card: 'detail' as const,
            priority: 2 as const,
            cell: ({ doctorId }: ShownComment) => {
              const doctor = doctors?.get(doctorId)
              return doctor ? fullName(doctor) : <span className="dim">–</span>
            },
          },
        ]),
    { id: 'stars', head: <Trans>Stars</Trans>, card: 'detail', cell: ({ rate }) => <Stars value={rate} /> },
    {
      id: 'text',
      head: <Trans>Text</Trans>,
      card: 'detail',
      cell: ({ content }) =>
        content ? <span className="comment-text">{content}</span> : <span className="dim">{t`no text`}</span>,
    },
    {
      id: 'visit',
      head: <Trans>Appointment</Trans>,
      priority: 3,
      cell: ({ appointmentId }) => (
        <Link to="/appointment/$id" params={{ id: appointmentId }} className="nowrap">
          <Trans>To the appointment</Trans>
        </Link>
      ),
    },
    { id: 'state', head: <Trans>Status</Trans>, card: 'status', cell: (comment) => <CommentState comment={comment} /> },
  ]
  return (
    <Table
      label={t`Comments`}
      rows={comments}
      keyOf={({ id }) => id}
      columns={columns}
      dense
      markOf={changeOf}
      tagOf={(comment) => <RecordChange of={comment} />}
      menuOf={(comment) => ({ name: comment.patientName, items: itemsOf(comment) })}
    />
  )
}
