import { Trans, useLingui } from '@lingui/react/macro'
import { Download, Eye, FileText, Image, Star, StarOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ShownVisit } from '../appointment/queries.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { listedStart } from '../appointment/visit-wall.ts'
import { formatBytes, formatDateTime, formatPercent } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { changeOf, RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { MenuItem } from '../../ui/menu-items.ts'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { deleteFile, keepFile, saveFile } from './commands.ts'
import { FilePreview } from './file-preview.tsx'
import { useBytesHere, type ShownFile } from './queries.ts'

/** Files with the acts on each (SCREENS B7, B9). */
export function FileList({
  label,
  files,
  visits,
}: {
  label: string
  files: readonly ShownFile[]
  visits: readonly ShownVisit[]
}) {
  const { t } = useLingui()
  const device = useDevice()
  const language = useLanguage()
  const saySaved = useSaySaved()
  const storedIds = useBytesHere()
  const narrow = useNarrow()
  const [open, setOpen] = useState<ShownFile | null>(null)
  const [deleting, setDeleting] = useState<ShownFile | null>(null)
  const visitOf = new Map(visits.map((visit) => [visit.id, visit]))
  const mine = ({ authorId }: ShownFile) => authorId === device.person.id

  async function save(file: ShownFile) {
    if (!(await saveFile(device, file)))
      showToast({
        kind: 'failed',
        title: t`This file is not on this device`,
        text: t`You need to be online to download it.`,
      })
  }
  async function keep(file: ShownFile, on: boolean) {
    const why = await keepFile(device, file, on)
    if (why === 'away')
      return showToast({
        kind: 'failed',
        title: t`This file is not on this device`,
        text: t`You need to be online once to keep it here.`,
      })
    if (why === 'full') return showToast({ kind: 'failed', title: t`This device has no room for it` })
    if (why === 'many') return showToast({ kind: 'failed', title: t`Too many files are kept on this device already` })
    showToast({ title: on ? t`Kept on this device` : t`No longer kept on this device`, text: file.title })
  }
  function menuOf(file: ShownFile): MenuItem[] {
    const kept = storedIds?.kept.has(file.id) ?? false
    return [
      { id: 'open', label: <Trans>Preview</Trans>, icon: <Eye />, onSelect: () => setOpen(file) },
      { id: 'save', label: <Trans>Download</Trans>, icon: <Download />, onSelect: () => void save(file) },
      kept
        ? {
            id: 'keep',
            label: <Trans>Do not keep on this device</Trans>,
            icon: <StarOff />,
            onSelect: () => void keep(file, false),
          }
        : {
            id: 'keep',
            label: <Trans>Keep on this device</Trans>,
            icon: <Star />,
            onSelect: () => void keep(file, true),
          },
      ...(mine(file)
        ? [
            {
              id: 'delete',
              label: <Trans>Delete</Trans>,
              icon: <Trash2 />,
              danger: true,
              onSelect: () => setDeleting(file),
            },
          ]
        : []),
    ]
  }
  return (
    <>
      <Table
        label={label}
        rows={files}
        keyOf={(file) => file.id}
        markOf={changeOf}
        tagOf={(file) => {
          const carried = storedIds?.carried.get(file.id)
          const share = formatPercent(carried ?? 0, language)
          return <RecordChange of={file} waiting={carried ? <Trans>Sending, {share}</Trans> : undefined} />
        }}
        menuOf={(file) => ({ name: file.title, items: () => menuOf(file) })}
        columns={[
          {
            id: 'title',
            head: <Trans context="thing">Name</Trans>,
            card: 'title',
            cell: (file) => (
              <button type="button" className="file-title" onClick={() => setOpen(file)}>
                {file.type === 'application/pdf' ? <FileText aria-hidden="true" /> : <Image aria-hidden="true" />}
                <span>{file.title}</span>
                {storedIds?.kept.has(file.id) ? (
                  <Star className="file-kept" role="img" aria-label={t`Kept on this device`} />
                ) : null}
              </button>
            ),
          },
          {
            id: 'kind',
            head: <Trans context="file">Type</Trans>,
            card: 'status',
            priority: 3,
            cell: (file) => <span className="sm dim">{file.type === 'application/pdf' ? t`PDF` : t`Picture`}</span>,
          },
          {
            id: 'by',
            head: <Trans>Added by</Trans>,
            card: 'detail',
            // cards have no column heads, so the words are complete there
            cell: (file) => {
              if (!narrow) return mine(file) ? t`Me` : file.authorName
              return mine(file) ? t`Added by me` : t`Added by ${file.authorName}`
            },
          },
          {
            id: 'visit',
            head: <Trans>Appointment</Trans>,
            card: 'detail',
            priority: 3,
            cell: (file) => {
              const visit = file.appointmentId && visitOf.get(file.appointmentId)
              return visit ? listedStart(visit) : null
            },
          },
          {
            id: 'size',
            head: <Trans>Size</Trans>,
            end: true,
            priority: 2,
            cell: (file) => formatBytes(file.size, language),
          },
          {
            id: 'at',
            head: <Trans>Date</Trans>,
            card: 'time',
            cell: (file) => formatDateTime(file.createdAt, device.zone),
          },
        ]}
      />
      {open && <FilePreview file={open} onClose={() => setOpen(null)} onSave={() => void save(open)} />}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        danger
        title={<Trans>Delete “{deleting?.title ?? ''}”?</Trans>}
        keep={<Trans>Keep the file</Trans>}
        act={<Trans>Delete the file</Trans>}
        onConfirm={async () => {
          if (deleting) await saySaved(() => deleteFile(device, deleting.id), t`File deleted`)
        }}
      >
        <Trans>No one who could see it will see it any more. No message is sent.</Trans>
      </ConfirmDialog>
    </>
  )
}
