import './photo-field.css'
import { Trans } from '@lingui/react/macro'
import { Camera, Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useFileSource } from './use-file-source.tsx'

type FileDropProps = {
  /** The accepted media types. */
  accept: readonly string[]
  /** What may be chosen, and what happens with it. */
  help: ReactNode
  /** Why nothing can be added now. */
  whyDisabled?: string | null
  /** The error of the chosen files. */
  error?: ReactNode
  onChoose: (files: readonly File[]) => void
}

/** Adds files from the device, a phone's camera, or by drag and drop. The caller checks what was chosen. */
export function FileDrop({ accept, help, whyDisabled = null, error, onChoose }: FileDropProps) {
  const { openFiles, openCamera, zone, inputs, status } = useFileSource({
    accept,
    multiple: true,
    capture: 'environment',
    disabled: Boolean(whyDisabled),
    onChoose,
  })
  return (
    <div {...zone}>
      <div className="photo-acts">
        <div className="row wrap">
          <Button whyDisabled={whyDisabled} showWhy={false} onClick={openFiles}>
            <Upload />
            <Trans>Choose a file</Trans>
          </Button>
          <Button className="photo-camera" whyDisabled={whyDisabled} showWhy={false} onClick={openCamera}>
            <Camera />
            <Trans>Take a photo</Trans>
          </Button>
          <span className="photo-drop sm dim">
            <Trans>Or drop it here.</Trans>
          </span>
        </div>
        <p className="sm dim">{whyDisabled ?? help}</p>
        {status}
        {error ? (
          <p className="err" role="alert">
            {error}
          </p>
        ) : null}
      </div>
      {inputs}
    </div>
  )
}
