import './file.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { FolderOpen } from 'lucide-react'
import type { ShownVisit } from '../appointment/queries.ts'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { FileAdd } from './file-add.tsx'
import { FileList } from './file-list.tsx'
import type { ShownFile } from './queries.ts'

/** The files on a patient's card, for desks and doctors (SCREENS B7 "files"). */
export function PatientFiles({
  patientId,
  files,
  visits,
}: {
  patientId: string
  files: readonly ShownFile[] | undefined
  visits: readonly ShownVisit[]
}) {
  const { t } = useLingui()
  if (!files) return <ListSkeleton rows={2} />
  return (
    <div className="stack">
      <Card title={<Trans>Add a file</Trans>}>
        <FileAdd patientId={patientId} visits={visits} />
      </Card>
      {files.length === 0 ? (
        <Card>
          <NeverFilled>
            <Empty icon={<FolderOpen className="icon-lg" />} title={<Trans>No files yet</Trans>}>
              <Trans>The patient can see everything you add here straight away.</Trans>
            </Empty>
          </NeverFilled>
        </Card>
      ) : (
        <Card flush title={<Trans>Files</Trans>} count={files.length}>
          <FileList label={t`Files`} files={files} visits={visits} />
        </Card>
      )}
    </div>
  )
}
