import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { whyNotAnswer } from '../../../contract/question/question.rules.ts'
import { ANSWER_MOST } from '../../../contract/question/question.ts'
import { isBlank, plainOf } from '../../../contract/kernel/rich-text.rules.ts'
import { fullName } from '../doctor/doctor-words.ts'
import { useDoctor } from '../doctor/queries.ts'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Note } from '../../ui/note.tsx'
import { RichTextField } from '../../ui/rich-text-field.tsx'
import { RichText } from '../../ui/rich-text.tsx'
import { answerQuestion } from './commands.ts'
import type { ShownQuestion } from './queries.ts'

/**
 * Edits the answer in rich text, with a preview; the draft stays on the device until it is sent. If someone else was
 * faster, their answer is shown and the draft can still be copied. `open` shows the form; so does a draft.
 */
export function AnswerForm({
  question,
  open,
  onClose,
}: {
  question: ShownQuestion
  open: boolean
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const doctor = useDoctor(device.person.id)
  const draft = useFormDraft(`answer:${question.id}`, { answer: question.answer })
  const { answer } = draft.values
  const [tried, setTried] = useState(false)
  const [preview, setPreview] = useState(false)
  const tooLong = answer.length > ANSWER_MOST
  const wrong = tried && (isBlank(answer) ? t`Write an answer.` : tooLong && t`The answer is too long.`)

  if (whyNotAnswer(question, device.person)) {
    if (!draft.dirty) return null
    return (
      <Note tone="waiting" alert title={<Trans>Someone else has already answered</Trans>}>
        <p>
          <Trans>Their answer was kept. Your text is still here:</Trans>
        </p>
        <RichText html={answer} under={2} />
        <p className="row wrap">
          <CopyButton value={plainOf(answer)} label={t`Copy my text`}>
            <Trans>Copy my text</Trans>
          </CopyButton>
          <Button small onClick={() => void draft.drop()}>
            <Trans>Discard my text</Trans>
          </Button>
        </p>
      </Note>
    )
  }
  if (!open && !draft.dirty) return null

  async function send() {
    setTried(true)
    if (isBlank(answer) || tooLong) return
    const name = doctor ? fullName(doctor) : device.person.name
    if (!(await say(() => answerQuestion(device, name, question.id, answer), t`Question answered`))) return
    await draft.drop()
    onClose()
  }
  return (
    <Card title={question.answer ? <Trans>Edit the answer</Trans> : <Trans>Your answer</Trans>}>
      <form
        id="answer"
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <DraftNote draft={draft} />
        {preview ? (
          <div className="question-preview" role="region" aria-label={t`Preview`}>
            <RichText html={answer} under={2} />
          </div>
        ) : (
          <RichTextField
            label={t`Answer`}
            required
            low
            max={ANSWER_MOST}
            value={answer}
            onChange={(html) => draft.set({ answer: html })}
            help={<Trans>We read it before it is published. Do not write anything about a patient.</Trans>}
            error={wrong}
          />
        )}
        <div className="row wrap">
          <Button type="submit" look="primary">
            {offline ? <Trans>Save on this device</Trans> : <Trans>Send the answer</Trans>}
          </Button>
          <Button
            onClick={() => setPreview(!preview)}
            aria-pressed={preview}
            whyDisabled={isBlank(answer) ? t`There is nothing to show yet.` : null}
            showWhy={false}
          >
            {preview ? <Trans>Go on writing</Trans> : <Trans>Preview</Trans>}
          </Button>
          <Button
            onClick={() => {
              void draft.drop()
              onClose()
            }}
          >
            <Trans>Discard the draft</Trans>
          </Button>
        </div>
        <LeaveGuard dirty={draft.dirty} draft />
      </form>
    </Card>
  )
}
