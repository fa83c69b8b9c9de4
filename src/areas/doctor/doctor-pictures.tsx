import './doctor-form.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronLeft, ChevronRight, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { MOST_PICTURES } from '../../../contract/file.ts'
import { removeImage, uploadImage } from '../file/commands.ts'
import { FileImage } from '../file/file-image.tsx'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/button.tsx'
import { PhotoField } from '../../ui/photo-field.tsx'
import { useProblemWords } from '../../screen/problem-words.ts'
import { arrangePictures } from './commands.ts'
import type { ShownDoctor } from './queries.ts'

/**
 * A doctor's photos and diploma pictures: adding, ordering and removing take effect at once, only with a network (TRUST
 * D9).
 */
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
  const device = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [pendingId, setPendingId] = useState<string | null>(null)
  const { shown, wish } = useOrder(ids)
  const list = useRef<HTMLUListElement>(null)
  const [moved, setMoved] = useState<{ readonly id: string; readonly by: Step } | null>(null)
  const label = kind === 'diploma' ? t`Diplomas and certificates` : t`Photos`
  const full = ids.length >= MOST_PICTURES ? t`There are ${MOST_PICTURES} already.` : null
  const needsNetwork = offline ? t`You need to be online to add pictures.` : null
  useEffect(() => {
    // the focus follows a picture that is moved
    if (moved) list.current?.querySelector<HTMLElement>(`[data-move="${moved.id} ${moved.by}"]`)?.focus()
  }, [moved])

  async function add(file: File) {
    setProgress(0)
    setError(null)
    const outcome = await uploadImage(kind, file, of.id, setProgress)
    setProgress(null)
    if (outcome.kind === 'refused') setError(i18n._(messages[outcome.code]))
    device.kick()
  }
  async function remove(id: string) {
    const code = await removeImage(id)
    if (code) setError(i18n._(messages[code]))
    device.kick()
  }
  async function move(id: string, by: Step) {
    const at = shown.indexOf(id)
    const order = shown.toSpliced(at, 1).toSpliced(at + by, 0, id)
    wish(order)
    setMoved({ id, by })
    setError(null)
    const outcome = await arrangePictures(device, of.id, kind === 'diploma' ? 'diploma' : 'photo', order)
    if (outcome.kind === 'done') return
    wish(null)
    setError(words(outcome))
  }

  return (
    <div className="stack">
      <PhotoField
        label={label}
        shape="square"
        preview={null}
        progress={progress}
        error={error}
        whyDisabled={needsNetwork ?? full}
        onChoose={(file) => void add(file)}
      />
      {shown.length > 0 && (
        <ul ref={list} className="doctor-pictures" aria-label={label}>
          {shown.map((id, i) => (
            <li key={id} className="doctor-picture">
              <FileImage id={id} size={480} className="picture" alt={`${label} ${i + 1}`} />
              <div className="row">
                {shown.length > 1 && (
                  <>
                    <IconButton
                      look="quiet"
                      label={t`Move picture ${i + 1} forward`}
                      icon={<ChevronLeft />}
                      data-move={`${id} -1`}
                      whyDisabled={needsNetwork ?? (i === 0 ? t`It is the first one.` : null)}
                      onClick={() => void move(id, -1)}
                    />
                    <IconButton
                      look="quiet"
                      label={t`Move picture ${i + 1} back`}
                      icon={<ChevronRight />}
                      data-move={`${id} 1`}
                      whyDisabled={needsNetwork ?? (i === shown.length - 1 ? t`It is the last one.` : null)}
                      onClick={() => void move(id, 1)}
                    />
                  </>
                )}
                <IconButton
                  look="quiet"
                  label={t`Remove picture ${i + 1}`}
                  icon={<Trash2 />}
                  whyDisabled={needsNetwork}
                  onClick={() => setPendingId(id)}
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      {shown.length > 1 && (
        <p className="sm dim">
          <Trans>They are shown in this order; the arrows change it.</Trans>
        </p>
      )}
      <ConfirmDialog
        open={pendingId !== null}
        danger
        onOpenChange={(open) => !open && setPendingId(null)}
        title={<Trans>Remove this picture of {of.name}?</Trans>}
        keep={<Trans>Keep it</Trans>}
        act={<Trans>Remove</Trans>}
        onConfirm={async () => {
          if (pendingId) await remove(pendingId)
        }}
      >
        <Trans>It is deleted for everyone, straight away. This cannot be undone.</Trans>
      </ConfirmDialog>
    </div>
  )
}

type Step = -1 | 1

/** The order on the screen: the chosen one until the card arrives with the server's. */
function useOrder(ids: readonly string[]) {
  const [wished, setWished] = useState<{ readonly of: string; readonly order: readonly string[] } | null>(null)
  const of = ids.join()
  return {
    shown: wished?.of === of ? wished.order : ids,
    wish: (order: readonly string[] | null) => setWished(order && { of, order }),
  }
}
