import './doctor-form.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MOST_PICTURES } from '../../contract/file.ts'
import { removeImage, uploadImage } from '../file/commands.ts'
import { FileImage } from '../file/file-image.tsx'
import { messages } from '../i18n/messages.ts'
import { useDevice } from '../shell/device.tsx'
import { useIsOffline } from '../sync-centre/queries.ts'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { IconButton } from '../ui/button.tsx'
import { PhotoField } from '../ui/photo-field.tsx'
import type { ShownDoctor } from './queries.ts'

/** A doctor's photos and the pictures of their diplomas: added and taken away at once, with a network only (TRUST D9). */
export function DoctorPictures({ doctor }: { doctor: Pick<ShownDoctor, 'id' | 'name' | 'photoIds' | 'diplomaIds'> }) {
  return (
    <Card title={<Trans>Pictures</Trans>}>
      <div className="form-grid">
        <Pictures of={doctor} kind="doctor_photo" ids={doctor.photoIds} />
        <Pictures of={doctor} kind="diploma" ids={doctor.diplomaIds} />
      </div>
    </Card>
  )
}

function Pictures({
  of,
  kind,
  ids,
}: {
  of: { readonly id: string; readonly name: string }
  kind: 'doctor_photo' | 'diploma'
  ids: readonly string[]
}) {
  const { t, i18n } = useLingui()
  const { kick } = useDevice()
  const offline = useIsOffline()
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [asked, setAsked] = useState<string | null>(null)
  const label = kind === 'diploma' ? t`Diplomas and certificates` : t`Photos`
  const full = ids.length >= MOST_PICTURES ? t`There are ${MOST_PICTURES} already.` : null

  async function add(file: File) {
    setProgress(0)
    setError(null)
    const outcome = await uploadImage(kind, file, of.id, setProgress)
    setProgress(null)
    if (outcome.kind === 'refused') setError(i18n._(messages[outcome.code]))
    kick()
  }
  async function remove(id: string) {
    const code = await removeImage(id)
    if (code) setError(i18n._(messages[code]))
    kick()
  }

  return (
    <div className="stack">
      <PhotoField
        label={label}
        shape="square"
        preview={null}
        progress={progress}
        error={error}
        whyDisabled={offline ? t`Pictures need a connection.` : full}
        onChoose={(file) => void add(file)}
      />
      {ids.length > 0 && (
        <ul className="doctor-pictures" aria-label={label}>
          {ids.map((id, i) => (
            <li key={id} className="doctor-picture">
              <FileImage id={id} className="picture" alt={`${label} ${i + 1}`} />
              <IconButton
                look="quiet"
                label={t`Remove picture ${i + 1}`}
                icon={<Trash2 />}
                whyDisabled={offline ? t`Pictures need a connection.` : null}
                onClick={() => setAsked(id)}
              />
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== null}
        danger
        onOpenChange={(open) => !open && setAsked(null)}
        title={<Trans>Remove this picture of {of.name}?</Trans>}
        keep={<Trans>Keep it</Trans>}
        act={<Trans>Remove</Trans>}
        onConfirm={async () => {
          if (asked) await remove(asked)
        }}
      >
        <Trans>It is deleted for everybody, at once. This cannot be undone.</Trans>
      </ConfirmDialog>
    </div>
  )
}
