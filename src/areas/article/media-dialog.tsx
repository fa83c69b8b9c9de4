import './article.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { ArticleMedia } from '../../../contract/article/article.ts'
import { UPLOAD_BYTES } from '../../../contract/kernel/constants.ts'
import { PICTURE_ENDINGS } from '../../../contract/file/file.kinds.ts'
import { ALT_MOST } from '../../../contract/kernel/rich-text.rules.ts'
import { uploadImage } from '../file/commands.ts'
import { FileImage } from '../file/file-image.tsx'
import { formatDate } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { ListSkeleton, LoadError } from '../../ui/states.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { deleteMedia } from './commands.ts'
import { fetchMedia } from './queries.ts'

/**
 * The author's library (SCREENS B17): add, choose or remove a picture, all with a connection. `withAlt`: a picture in a
 * text needs a description; a cover picture has the article's title next to it.
 */
export function MediaDialog({
  withAlt = false,
  onChoose,
  onClose,
}: {
  withAlt?: boolean
  onChoose: (id: string, alt: string) => void
  onClose: () => void
}) {
  const { t } = useLingui()
  const words = useProblemWords()
  const { value, problem, again } = useAnswer(fetchMedia, 'article media')
  const [chosen, setChosen] = useState<string | null>(null)
  const [alt, setAlt] = useState('')
  const files = value?.files
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Pictures</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            look="primary"
            whyDisabled={chosen ? null : t`Choose a picture first.`}
            showWhy={false}
            onClick={() => chosen && onChoose(chosen, alt.trim())}
          >
            <Trans>Use this picture</Trans>
          </Button>
        </>
      }
    >
      <div className="stack">
        <Upload
          onAdded={(id) => {
            setChosen(id)
            again()
          }}
        />
        {problem && <LoadError onRetry={again}>{words(problem)}</LoadError>}
        {!files && !problem && <ListSkeleton rows={2} />}
        {files?.length === 0 && (
          <p className="dim">
            <Trans>No pictures yet. Add the first one above.</Trans>
          </p>
        )}
        {files && files.length > 0 && (
          <>
            <p className="sm dim">
              <Plural value={files.length} one="# picture" other="# pictures" />
            </p>
            <ul className="media-grid" aria-label={t`Pictures`}>
              {files.map((file) => (
                <MediaItem
                  key={file.id}
                  file={file}
                  isChosen={file.id === chosen}
                  onChoose={() => setChosen(file.id)}
                  onGone={again}
                />
              ))}
            </ul>
          </>
        )}
        {withAlt && chosen && (
          <Field label={<Trans>What it shows</Trans>} help={<Trans>For readers who cannot see it.</Trans>}>
            <TextInput value={alt} maxLength={ALT_MOST} onChange={({ target }) => setAlt(target.value)} />
          </Field>
        )}
      </div>
    </Dialog>
  )
}

function Upload({ onAdded }: { onAdded: (id: string) => void }) {
  const { t, i18n } = useLingui()
  const offline = useIsOffline()
  const [progress, setProgress] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)

  async function add(files: readonly File[]) {
    setError(null)
    for (const file of files) {
      // refused at once rather than after a long upload (SPEC §5)
      if (file.size > UPLOAD_BYTES) {
        setError(`${file.name}: ${i18n._(messages.file_too_large)}`)
        continue
      }
      setProgress(0)
      const outcome = await uploadImage('article', file, null, setProgress)
      setProgress(null)
      if (outcome.kind === 'done') onAdded(outcome.file.id)
      else setError(`${file.name}: ${i18n._(messages[outcome.code])}`)
    }
  }
  return (
    <>
      <FileDrop
        accept={Object.keys(PICTURE_ENDINGS)}
        help={<Trans>JPEG, PNG or WebP, at most 5 MB.</Trans>}
        whyDisabled={offline ? t`You need to be online to add pictures.` : null}
        error={error}
        onChoose={(files) => void add(files)}
      />
      {progress !== null && <ProgressBar label={t`Upload`} value={progress} />}
    </>
  )
}

function MediaItem({
  file,
  isChosen,
  onChoose,
  onGone,
}: {
  file: ArticleMedia
  isChosen: boolean
  onChoose: () => void
  onGone: () => void
}) {
  const { t, i18n } = useLingui()
  const { zone } = useDevice()
  const words = useProblemWords()
  const offline = useIsOffline()
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const added = formatDate(file.createdAt, zone)
  const name = t`Picture of ${added}, ${file.width} × ${file.height}`

  async function remove() {
    const outcome = await deleteMedia(file.id)
    if (outcome.kind === 'done') return onGone()
    setError(outcome.kind === 'refused' && outcome.code === 'in_use' ? i18n._(messages.in_use) : words(outcome))
  }
  return (
    <li className="media-item">
      <button type="button" className="media-pick" aria-pressed={isChosen} aria-label={name} onClick={onChoose}>
        <FileImage id={file.id} size={480} alt="" className="media-picture" />
      </button>
      <span className="media-facts">
        <span className="grow">{file.used ? <Trans>In use</Trans> : added}</span>
        <IconButton
          small
          look="quiet"
          label={t`Delete: ${name}`}
          icon={<Trash2 />}
          whyDisabled={offline ? t`You need to be online to add pictures.` : file.used ? t`An article shows it.` : null}
          onClick={() => setAsking(true)}
        />
      </span>
      {error && (
        <p className="err" role="alert">
          {error}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        danger
        onOpenChange={setAsking}
        title={<Trans>Delete this picture?</Trans>}
        keep={<Trans>Keep it</Trans>}
        act={<Trans>Delete</Trans>}
        onConfirm={remove}
      >
        <Trans>No article shows it. This cannot be undone.</Trans>
      </ConfirmDialog>
    </li>
  )
}
