import './photo-field.css'
import { Trans } from '@lingui/react/macro'
import { Camera, Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'

type FileDropProps = {
  /** Media types that are offered. */
  accept: readonly string[]
  /** What may be chosen, and what becomes of it. */
  help: ReactNode
  /** Why nothing can be added now. */
  whyDisabled?: string | null
  /** What was chosen is wrong, in words. */
  error?: ReactNode
  onChoose: (files: readonly File[]) => void
}

/** Files from the device, the camera of a phone, or dropped here. What is chosen is judged by whoever asked for it. */
export function FileDrop({ accept, help, whyDisabled = null, error, onChoose }: FileDropProps) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const choose = (list: FileList | null) => {
    if (list?.length && !whyDisabled) onChoose([...list])
  }
  const input = (ref: typeof files, types: readonly string[], rest: { multiple?: true; capture?: 'environment' }) => (
    <input
      ref={ref}
      className="vh"
      type="file"
      tabIndex={-1}
      aria-hidden="true"
      accept={types.join()}
      {...rest}
      onChange={(event) => {
        choose(event.target.files)
        // the same file may be chosen again after it was refused
        event.target.value = ''
      }}
    />
  )
  return (
    <div
      className={classes('photo-field', over && 'over')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!whyDisabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        choose(event.dataTransfer.files)
      }}
    >
      <div className="photo-acts">
        <div className="row wrap">
          <Button whyDisabled={whyDisabled} showWhy={false} onClick={() => files.current?.click()}>
            <Upload />
            <Trans>Choose a file</Trans>
          </Button>
          <Button
            className="photo-camera"
            whyDisabled={whyDisabled}
            showWhy={false}
            onClick={() => camera.current?.click()}
          >
            <Camera />
            <Trans>Take a photo</Trans>
          </Button>
          <span className="photo-drop sm dim">
            <Trans>Or drop it here.</Trans>
          </span>
        </div>
        <p className="sm dim">{whyDisabled ?? help}</p>
        {error ? (
          <p className="err" role="alert">
            {error}
          </p>
        ) : null}
      </div>
      {input(files, accept, { multiple: true })}
      {input(
        camera,
        accept.filter((type) => type.startsWith('image/')),
        { capture: 'environment' },
      )}
    </div>
  )
}
