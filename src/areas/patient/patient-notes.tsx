import { Trans, useLingui } from '@lingui/react/macro'
import { NotebookPen, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useSaySaved } from '../../screen/say-saved.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { addNote, deleteNote, editNote } from './commands.ts'
import { NoteEditor } from './note-editor.tsx'
import type { ShownNote } from './queries-notes.ts'

/** The staff's notes on a patient: all are read, one's own can be edited, also offline (rule 50). */
export function PatientNotes({ patientId, notes }: { patientId: string; notes: readonly ShownNote[] | undefined }) {
  const { t } = useLingui()
  const device = useDevice()
  const saySaved = useSaySaved()
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<ShownNote | null>(null)
  if (!notes) return <ListSkeleton rows={2} />
  return (
    <div className="stack patient-notes">
      <Card title={<Trans>New note</Trans>}>
        <NoteEditor
          draft={`note:${patientId}`}
          label={<Trans>Note</Trans>}
          help={<Trans>Seen by you and your colleagues of the clinic; never by the patient.</Trans>}
          onSave={(text) => saySaved(() => addNote(device, patientId, text), t`Note`)}
        />
      </Card>
      {notes.length === 0 ? (
        <Card>
          <Empty icon={<NotebookPen className="icon-lg" />} title={<Trans>No notes yet</Trans>}>
            <Trans>Your colleagues can read what you write here, even offline.</Trans>
          </Empty>
        </Card>
      ) : (
        <Card flush title={<Trans>Notes</Trans>} count={notes.length}>
          <ul className="note-list" aria-label={t`Notes`}>
            {notes.map((note) => (
              <li key={note.id} data-mark={note.pending === 'none' ? undefined : 'pending'}>
                <div className="row wrap">
                  <b>{note.authorName}</b>
                  <span className="sm dim grow">
                    {formatDateTime(note.createdAt, device.zone)}
                    {note.editedAt && (
                      <>
                        {' '}
                        · <Trans>edited {formatDateTime(note.editedAt, device.zone)}</Trans>
                      </>
                    )}
                    {note.heardAt && (
                      <>
                        {' '}
                        · <Trans>sent {formatDateTime(note.heardAt, device.zone)}</Trans>
                      </>
                    )}
                  </span>
                  <RecordChange of={note} />
                  {note.authorId === device.person.id && editing !== note.id && (
                    <span className="row">
                      <IconButton
                        small
                        look="quiet"
                        label={t`Edit the note`}
                        icon={<Pencil />}
                        onClick={() => setEditing(note.id)}
                      />
                      <IconButton
                        small
                        look="quiet"
                        label={t`Delete the note`}
                        icon={<Trash2 />}
                        onClick={() => setDeleting(note)}
                      />
                    </span>
                  )}
                </div>
                {editing === note.id ? (
                  <NoteEditor
                    draft={`note:${note.id}`}
                    label={<Trans>Note</Trans>}
                    text={note.text}
                    onCancel={() => setEditing(null)}
                    onSave={async (text) => {
                      const saved = await saySaved(() => editNote(device, note.id, text), t`Note`)
                      if (saved) setEditing(null)
                      return saved
                    }}
                  />
                ) : (
                  <p className="visit-words">{note.text}</p>
                )}
              </li>
            ))}
          </ul>
        </Card>
      )}
      <ConfirmDialog
        open={deleting !== null}
        onOpenChange={() => setDeleting(null)}
        danger
        title={<Trans>Delete this note?</Trans>}
        keep={<Trans>Keep the note</Trans>}
        act={<Trans>Delete the note</Trans>}
        onConfirm={async () => {
          if (deleting) await saySaved(() => deleteNote(device, deleting.id), t`Note deleted`)
        }}
      >
        <Trans>Your colleagues no longer see it. No message is sent.</Trans>
      </ConfirmDialog>
    </div>
  )
}
