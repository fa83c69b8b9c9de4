import { Trans, useLingui } from '@lingui/react/macro'
import { FlaskConical } from 'lucide-react'
import { reportState } from '../../../contract/recipe/recipe.rules.ts'
import { reportPaper } from '../../../contract/report/report.ts'
import { formatDate, formatDateTime } from '../../i18n/format.ts'
import type { ShownFile } from '../patient-file/queries.ts'
import { CareSign } from '../recipe/care-sign.tsx'
import { PaperActs } from '../recipe/paper-acts.tsx'
import { RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { deleteReport } from './commands.ts'
import type { ShownReport } from './queries.ts'

/**
 * One report: tests with their results, the reason, the doctor's note, the files of its visit (SCREENS B11 "Detail").
 */
export function ReportDetail({
  report,
  all,
  files,
  onAnswer,
  onOpen,
  onClose,
}: {
  report: ShownReport
  all: readonly ShownReport[]
  /** The files of its visit. */
  files: readonly ShownFile[]
  /** Enters the results of this request; absent if the reader may not. */
  onAnswer?: (() => void) | undefined
  /** Opens the request, or the result that answers it. */
  onOpen: (id: string) => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const saySaved = useSaySaved()
  const day = formatDate(report.createdAt, device.zone)
  const other = all.find(({ id, reportId }) => reportId === report.id || id === report.reportId)
  return (
    <Sheet
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={report.title}
      description={
        <p>{report.kind === 'result' ? <Trans>Results from {day}</Trans> : <Trans>Tests asked for on {day}</Trans>}</p>
      }
      footer={
        <PaperActs
          paper={report}
          url={reportPaper(report.id)}
          fileName={`${day.split('.').toReversed().join('-')}-${report.id.slice(-4)}.pdf`}
          question={
            <Trans>
              Delete “{report.title}” from {formatDateTime(report.createdAt, device.zone)}?
            </Trans>
          }
          onDelete={async () => {
            if (await saySaved(() => deleteReport(device, report.id), t`Report deleted`)) onClose()
          }}
        />
      }
    >
      <div className="stack">
        {report.pending !== 'none' && (
          <p className="row">
            <RecordChange of={report} />
          </p>
        )}
        {onAnswer && reportState(report, all) === 'requested' && (
          <Button look="primary" className="start" onClick={onAnswer}>
            <FlaskConical aria-hidden="true" />
            <Trans>Add the results</Trans>
          </Button>
        )}
        <ol className="care-rows">
          {report.lines.map(({ test, value, note }, i) => (
            // the lines never change order: the position is the identity
            <li key={i}>
              <div>
                <b>{test}</b>
                {value && <p>{value}</p>}
                {note && <p className="care-note">{note}</p>}
              </div>
            </li>
          ))}
        </ol>
        {report.description && (
          <div>
            <p className="eyebrow">
              <Trans>Why, and what to mind before</Trans>
            </p>
            <p className="care-words">{report.description}</p>
          </div>
        )}
        {report.comment && (
          <div>
            <p className="eyebrow">
              <Trans>Comment of the doctor</Trans>
            </p>
            <p className="care-words">{report.comment}</p>
          </div>
        )}
        {other && (
          <Button className="start" onClick={() => onOpen(other.id)}>
            {other.kind === 'result' ? <Trans>Open the results</Trans> : <Trans>Open the request</Trans>}
          </Button>
        )}
        {files.length > 0 && (
          <div>
            <p className="eyebrow">
              <Trans>Files of this appointment</Trans>
            </p>
            <ul className="care-files">
              {files.map(({ id, title }) => (
                <li key={id}>{title}</li>
              ))}
            </ul>
          </div>
        )}
        <CareSign of={report} />
      </div>
    </Sheet>
  )
}
