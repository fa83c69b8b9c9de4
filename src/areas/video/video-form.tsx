import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import { newId } from '../../../contract/kernel/id.ts'
import { codeIn } from '../../../contract/video/video.rules.ts'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { addVideo } from './commands.ts'
import { VideoLook } from './video-look.tsx'

/**
 * Adds a video by its title and code. A whole link is replaced by its code, and the form says so (SPEC §5, SCREENS
 * B18).
 */
export function VideoForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const draft = useFormDraft('video new', { title: '', code: '' })
  // made when the form opens, so that a retry is the same video
  const [id] = useState(() => newId(device.now()))
  const [taken, setTaken] = useState(false)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [looked, setLooked] = useState<Problem | null>(null)
  const { title, code } = draft.values
  const found = codeIn(code)
  const unknown = [problem, looked].find((each) => each?.kind === 'refused' && CODE_FAULTS.has(each.code))

  function type(typed: string) {
    const read = codeIn(typed)
    setTaken(read?.isLink === true)
    setProblem(null)
    draft.set({ code: read?.isLink ? read.code : typed })
  }
  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if (busy) return
    if (!title.trim()) return document.getElementById('video-title')?.focus()
    if (!found) return document.getElementById('video-code')?.focus()
    setBusy(true)
    setProblem(null)
    const outcome = await addVideo(device, { id, title: title.trim(), code: found.code })
    setBusy(false)
    if (outcome.kind !== 'done') {
      setProblem(outcome)
      return document.getElementById('video-code')?.focus()
    }
    await draft.drop()
    showToast({ kind: 'saved', title: t`${title.trim()} is added` })
    onClose()
  }

  const wrongCode: ReactNode = unknown
    ? words(unknown)
    : code.trim() && !found
      ? t`This is not a valid video code. It has 11 letters and digits, for example dQw4w9WgXcQ.`
      : tried && !found
        ? t`Paste the link, or type the code at its end.`
        : null
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={<Trans>New video</Trans>}>
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        <DraftNote draft={draft} />
        <Field
          id="video-title"
          label={<Trans>Title of the video</Trans>}
          required
          error={tried && !title.trim() && t`Write what the video is about.`}
        >
          <TextInput maxLength={200} value={title} onChange={(event) => draft.set({ title: event.target.value })} />
        </Field>
        <Field
          id="video-code"
          label={<Trans>Video code</Trans>}
          required
          help={
            taken ? (
              <span role="status">
                <Trans>The code was read from the link.</Trans>
              </span>
            ) : (
              <Trans>The eleven characters at the end of the link. You can paste the whole link.</Trans>
            )
          }
          error={wrongCode}
        >
          <TextInput
            value={code}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={500}
            onChange={(event) => type(event.target.value)}
          />
        </Field>
        {found && !offline && <VideoLook key={found.code} code={found.code} onLooked={setLooked} />}
        {problem && problem !== unknown && (
          <Note tone="failed" alert>
            {words(problem)}
          </Note>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            look="primary"
            aria-busy={busy || undefined}
            whyDisabled={offline ? t`You need to be online to add a video. What you typed is kept.` : null}
          >
            <Trans>Add the video</Trans>
          </Button>
        </div>
      </form>
    </Sheet>
  )
}

/** Refusals shown at the code's field. */
const CODE_FAULTS: ReadonlySet<string> = new Set(['video_not_found', 'video_exists'])
