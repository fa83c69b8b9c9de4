import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { reportState } from '../../../contract/recipe/recipe.rules.ts'
import type { ShownVisit } from '../appointment/queries.ts'
import { useFiles } from '../patient-file/queries.ts'
import { CareOpen, useCareColumns } from '../recipe/care-columns.tsx'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { Bead } from '../../ui/bead.tsx'
import type { Column } from '../../ui/table-props.ts'
import { Table } from '../../ui/table.tsx'
import type { ShownReport } from './queries.ts'
import { ReportDetail } from './report-detail.tsx'

/** Reports; a press opens one (SCREENS B11). `all` are those of the patient, `reports` the ones shown. */
export function ReportList({
  label,
  patientId,
  reports,
  all,
  visits,
  onAnswer,
}: {
  label: string
  patientId: string
  reports: readonly ShownReport[]
  all: readonly ShownReport[]
  visits: readonly ShownVisit[]
  onAnswer?: (report: ShownReport) => void
}) {
  const { date, doctor, visit } = useCareColumns<ShownReport>(visits)
  const files = useFiles(patientId)
  const [open, setOpen] = useState<string | null>(null)
  const opened = all.find(({ id }) => id === open)
  const filesOf = ({ appointmentId }: ShownReport) =>
    appointmentId ? (files?.filter((file) => file.appointmentId === appointmentId) ?? []) : []
  const columns: readonly Column<ShownReport>[] = [
    date,
    {
      id: 'title',
      head: <Trans>Heading</Trans>,
      card: 'title',
      cell: ({ id, title }) => <CareOpen name={title} onOpen={() => setOpen(id)} />,
    },
    doctor,
    visit,
    {
      id: 'state',
      head: <Trans>Status</Trans>,
      card: 'status',
      cell: (report) => <ReportBadge report={report} all={all} />,
    },
    {
      id: 'files',
      head: <Trans>Files</Trans>,
      end: true,
      priority: 2,
      cell: (report) => filesOf(report).length || null,
    },
  ]
  return (
    <>
      <Table
        label={label}
        rows={reports}
        keyOf={({ id }) => id}
        columns={columns}
        markOf={changeOf}
        tagOf={(report) => <RecordChange of={report} />}
      />
      {opened && (
        <ReportDetail
          key={opened.id}
          report={opened}
          all={all}
          files={filesOf(opened)}
          onAnswer={
            onAnswer &&
            (() => {
              setOpen(null)
              onAnswer(opened)
            })
          }
          onOpen={setOpen}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

function ReportBadge({ report, all }: { report: ShownReport; all: readonly ShownReport[] }) {
  const tone = reportState(report, all) === 'requested' ? 'waiting' : 'completed'
  return (
    <span className="badge" data-tone={tone}>
      <Bead shape={tone} />
      {report.kind === 'result' ? (
        <Trans context="report">Results</Trans>
      ) : tone === 'waiting' ? (
        <Trans context="report">Requested</Trans>
      ) : (
        <Trans context="report">Result added</Trans>
      )}
    </span>
  )
}
