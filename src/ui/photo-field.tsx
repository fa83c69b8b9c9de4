import './photo-field.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Camera, ImagePlus, Trash2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { UPLOAD_BYTES } from '../../contract/kernel/constants.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { FieldGroup } from './field.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { useFileSource } from './use-file-source.tsx'

type PhotoFieldProps = {
  label: string
  /** The current picture; null if there is none. */
  preview: ReactNode | null
  shape?: 'round' | 'square'
  /** The picture shows a face: phones offer the front camera. */
  face?: boolean
  required?: boolean
  help?: ReactNode
  error?: ReactNode
  /** The upload's progress, 0 to 100; null if nothing is being sent. */
  progress?: number | null
  /** Why nothing can be changed now. */
  whyDisabled?: string | null
  onChoose: (file: File) => void
  /** Without it the picture cannot be removed. */
  onRemove?: (() => void) | undefined
}

const KINDS = ['image/jpeg', 'image/png', 'image/webp']

/**
 * One picture: from a phone's camera, the device's files, or dropped here. Size and kind are checked before anything is
 * sent.
 */
export function PhotoField({
  label,
  preview,
  shape = 'round',
  face,
  required,
  help,
  error,
  progress = null,
  whyDisabled = null,
  onChoose,
  onRemove,
}: PhotoFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const [wrong, setWrong] = useState<string | null>(null)
  const why = whyDisabled ?? (progress === null ? null : t`One moment…`)

  function choose(file: File | undefined) {
    if (!file || why) return
    const found = whyNot(file)
    setWrong(found)
    if (!found) onChoose(file)
  }
  function whyNot(file: File) {
    if (!KINDS.includes(file.type)) return t`We cannot use this image. Choose a JPEG, PNG or WebP file.`
    if (file.size > UPLOAD_BYTES) return t`This picture is larger than 5 MB. Choose a smaller one.`
    return null
  }
  const { openFiles, openCamera, zone, inputs, status } = useFileSource({
    accept: KINDS,
    capture: face ? 'user' : 'environment',
    disabled: why !== null,
    onChoose: ([file]) => choose(file),
  })

  return (
    <FieldGroup
      label={label}
      required={required}
      error={wrong ?? error}
      help={help ?? <Trans>JPEG, PNG or WebP, up to 5 MB.</Trans>}
    >
      <div {...zone}>
        <div className={classes('photo-frame', shape)} id={id}>
          {preview ?? <ImagePlus className="faint" aria-hidden="true" />}
        </div>
        <div className="photo-acts">
          {progress === null ? (
            <div className="row wrap">
              <Button whyDisabled={why} showWhy={false} onClick={openFiles}>
                <ImagePlus />
                {preview ? <Trans>Choose another picture</Trans> : <Trans>Choose a picture</Trans>}
              </Button>
              <Button className="photo-camera" whyDisabled={why} showWhy={false} onClick={openCamera}>
                <Camera />
                <Trans>Take a photo</Trans>
              </Button>
              {preview && onRemove ? (
                <Button look="quiet" whyDisabled={why} showWhy={false} onClick={onRemove}>
                  <Trash2 />
                  <Trans>Remove the picture</Trans>
                </Button>
              ) : null}
            </div>
          ) : (
            <ProgressBar label={<Trans>Sending the picture</Trans>} value={progress} />
          )}
          {whyDisabled ? <p className="sm dim">{whyDisabled}</p> : null}
          {status}
          <p className="photo-drop sm dim">
            <Trans>Or drop it here.</Trans>
          </p>
        </div>
        {inputs}
      </div>
    </FieldGroup>
  )
}
