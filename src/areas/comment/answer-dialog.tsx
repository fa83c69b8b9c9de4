import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ANSWER_MOST } from '../../../contract/comment/comment.ts'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { beginHere } from '../../ui/begin-here.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { Stars } from '../../ui/stars.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { answerComment } from './commands.ts'
import type { ShownComment } from './queries.ts'

/**
 * The clinic's desk answers a comment, also offline. What is typed stays on the device until it is sent. `publishes`: the
 * desk is one of those who publish, so that the answer is public at once.
 */
export function AnswerDialog({
  comment,
  publishes,
  onClose,
}: {
  comment: ShownComment
  publishes: boolean
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const draft = useFormDraft(`comment-answer:${comment.id}`, { answer: comment.answer ?? '' })
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const answer = draft.values.answer.trim()
  const name = comment.patientName

  async function send() {
    setTried(true)
    if (busy) return
    if (!answer) return document.querySelector<HTMLElement>('.dialog textarea')?.focus()
    setBusy(true)
    const saved = await say(() => answerComment(device, comment.id, answer, publishes), t`Comment answered: ${name}`)
    setBusy(false)
    if (!saved) return
    await draft.drop()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={comment.answer ? <Trans>Edit the answer to {name}</Trans> : <Trans>Answer {name}</Trans>}
    >
      <form
        className="comment-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void send()
        }}
      >
        <div className="comment-given">
          <Stars value={comment.rate} />
          {comment.content ? (
            <p className="comment-whole">{comment.content}</p>
          ) : (
            <p className="dim">
              <Trans>Stars alone, no text.</Trans>
            </p>
          )}
        </div>
        <DraftNote draft={draft} />
        {comment.answerPublished && !publishes && (
          <Note tone="waiting">
            <Trans>The answer is public. Once you change it, it is hidden until the new text has been read.</Trans>
          </Note>
        )}
        <Field
          label={<Trans>Answer</Trans>}
          required
          help={
            publishes ? (
              <Trans>Patients of the clinic see it at once. Do not write anything about a patient.</Trans>
            ) : (
              <Trans>It is public once it has been reviewed. Do not write anything about a patient.</Trans>
            )
          }
          error={tried && !answer ? t`Write an answer.` : null}
        >
          <TextArea
            ref={beginHere}
            maxLength={ANSWER_MOST}
            value={draft.values.answer}
            onChange={(event) => draft.set({ answer: event.target.value })}
          />
        </Field>
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button type="submit" look="primary">
            {offline ? <Trans>Save on this device</Trans> : <Trans>Send the answer</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
