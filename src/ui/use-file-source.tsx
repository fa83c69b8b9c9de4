import { type DragEvent, type RefObject, useRef, useState } from 'react'
import { classes } from './classes.ts'

type FileSource = {
  /** Media types that are offered; the camera gives pictures alone. */
  accept: readonly string[]
  multiple?: boolean
  /** Which of a phone's cameras is offered. */
  capture: 'user' | 'environment'
  /** Nothing is taken now. */
  disabled: boolean
  onChoose: (files: readonly File[]) => void
}

/**
 * Where files come from: the device (`openFiles`), the camera of a phone (`openCamera`), or dropped on the element that has `zone` and holds
 * `inputs`. Dropping is a second way; the buttons are the first, for hands and keyboard alike.
 */
export function useFileSource({ accept, multiple, capture, disabled, onChoose }: FileSource) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const choose = (list: FileList | null) => {
    if (list?.length && !disabled) onChoose([...list])
  }
  const input = (
    ref: RefObject<HTMLInputElement | null>,
    types: readonly string[],
    rest: { multiple?: boolean | undefined; capture?: 'user' | 'environment' },
  ) => (
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
  const pictures = accept.filter((type) => type.startsWith('image/'))
  return {
    openFiles: () => files.current?.click(),
    openCamera: () => camera.current?.click(),
    zone: {
      className: classes('photo-field', over && 'over'),
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(!disabled)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        choose(event.dataTransfer.files)
      },
    },
    inputs: (
      <>
        {input(files, accept, { multiple })}
        {input(camera, pictures, { capture })}
      </>
    ),
  }
}
