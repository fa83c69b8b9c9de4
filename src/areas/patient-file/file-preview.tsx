import { Trans } from '@lingui/react/macro'
import { CloudOff, Download, FileText } from 'lucide-react'
import { formatBytes, formatDateTime } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { usePreview, type ShownFile } from './queries.ts'

/** Shows a file: a picture here, a PDF in the device's own reader. Its bytes come only through the API (TRUST D9). */
export function FilePreview({ file, onClose, onSave }: { file: ShownFile; onClose: () => void; onSave: () => void }) {
  const { zone } = useDevice()
  const language = useLanguage()
  const preview = usePreview(file)
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={file.title}
      description={
        <p className="sm dim">
          {file.authorName} · {formatDateTime(file.createdAt, zone)} · {formatBytes(file.size, language)}
        </p>
      }
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button look="primary" onClick={onSave}>
            <Download />
            <Trans>Download</Trans>
          </Button>
        </>
      }
    >
      {preview.state === 'loading' ? (
        <ListSkeleton rows={3} />
      ) : preview.state === 'none' ? (
        <Empty icon={<CloudOff className="icon-lg" />} title={<Trans>Not on this device yet</Trans>}>
          <Trans>
            You need to be online to open this file. Choose “Keep on this device” to have it here next time.
          </Trans>
        </Empty>
      ) : file.type === 'application/pdf' ? (
        <Empty
          icon={<FileText className="icon-lg" />}
          title={<Trans>A PDF document</Trans>}
          action={
            <a className="btn" href={preview.src} target="_blank" rel="noreferrer">
              <Trans>Open it</Trans>
            </a>
          }
        />
      ) : (
        <span className="file-picture large">
          <img src={preview.src} alt={file.title} />
        </span>
      )}
    </Dialog>
  )
}
