import { HEIC_WORDS } from './heic-words.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { type DragEvent, type RefObject, useRef, useState } from 'react'
import { formatBytes } from '../i18n/format.ts'
import { useLanguage } from '../i18n/locale.ts'
import { classes } from './classes.ts'
import { shrinkPicture, type Made } from './shrink-picture.ts'

type FileSource = {
  /** The accepted media types; the camera gives only pictures. */
  accept: readonly string[]
  multiple?: boolean
  /** Which of a phone's cameras is offered. */
  capture: 'user' | 'environment'
  /** True while no file is accepted. */
  disabled: boolean
  onChoose: (files: readonly File[]) => void
}

/**
 * Where files come from: the device (`openFiles`), a phone's camera (`openCamera`), or drag and drop on the element
 * that has `zone` and contains `inputs`. Dropping is an addition to the buttons, which work by hand and keyboard. A
 * picture that is too large is made smaller first, and `status` says so.
 */
export function useFileSource({ accept, multiple, capture, disabled, onChoose }: FileSource) {
  const files = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [preparation, setPreparation] = useState<Preparation>(NOTHING)
  const choose = async (list: FileList | null) => {
    if (!list?.length || disabled) return
    const all = [...list]
    setPreparation({ ...NOTHING, busy: true })
    const taken = []
    // one after the other: each is completely in memory while it is made smaller
    for (const file of all) taken.push(await shrinkPicture(file))
    setPreparation({
      busy: false,
      made: taken.flatMap(({ made }) => made ?? []),
      unread: taken.flatMap(({ file, unread }) => (unread ? [file.name] : [])),
    })
    const readable = taken.flatMap(({ file, unread }) => (unread ? [] : [file]))
    if (readable.length) onChoose(readable)
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
        void choose(event.target.files)
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
        void choose(event.dataTransfer.files)
      },
    },
    inputs: (
      <>
        {input(files, accept, { multiple })}
        {input(camera, pictures, { capture })}
      </>
    ),
    status: <PreparationStatus preparation={preparation} />,
  }
}

type Preparation = { readonly busy: boolean; readonly made: readonly Made[]; readonly unread: readonly string[] }
const NOTHING: Preparation = { busy: false, made: [], unread: [] }

/** How the chosen pictures were changed, if they were. */
function PreparationStatus({ preparation: { busy, made, unread } }: { preparation: Preparation }) {
  const { i18n } = useLingui()
  return (
    <>
      <div className="sm dim" role="status">
        {busy ? <Trans>Preparing the picture…</Trans> : made.map((one) => <Smaller key={one.name} made={one} />)}
      </div>
      {unread.map((name) => (
        <p key={name} className="err" role="alert">
          {`${name}: ${i18n._(HEIC_WORDS)}`}
        </p>
      ))}
    </>
  )
}

export function Smaller({ made: { name, before, after, width, height } }: { made: Made }) {
  const language = useLanguage()
  const [from, to] = [formatBytes(before, language), formatBytes(after, language)]
  return (
    <p>
      <Trans>
        {name} was too large and is kept smaller: {to} instead of {from}, {width} × {height} pixels.
      </Trans>
    </p>
  )
}
