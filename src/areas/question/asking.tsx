import './question.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { QUESTION_MOST } from '../../../contract/question/question.ts'
import { fullName } from '../doctor/doctor-words.ts'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { askQuestion } from './commands.ts'
import { OwnQuestions } from './own-questions.tsx'
import { useQuestions } from './queries.ts'

/** A patient asks a doctor, also offline, and sees what became of their questions (decision 0158). */
export function Asking({ doctor }: { doctor: Pick<Doctor, 'id' | 'title' | 'name' | 'active'> }) {
  const own = useQuestions()?.filter(({ doctorId }) => doctorId === doctor.id) ?? []
  return (
    <>
      {doctor.active && <AskForm doctor={doctor} />}
      {own.length > 0 && (
        <Card flush title={<Trans>Your questions</Trans>} count={own.length}>
          <OwnQuestions questions={own} />
        </Card>
      )}
    </>
  )
}

function AskForm({ doctor }: { doctor: Pick<Doctor, 'id' | 'title' | 'name'> }) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const draft = useFormDraft(`ask:${doctor.id}`, { content: '' })
  const [tried, setTried] = useState(false)
  const name = fullName(doctor)
  const content = draft.values.content.trim()

  async function send() {
    setTried(true)
    if (content === '') return document.getElementById('ask-doctor')?.focus()
    if (!(await say(() => askQuestion(device, doctor.id, content), t`Question to ${name}`))) return
    await draft.drop()
    setTried(false)
    document.getElementById('ask-doctor')?.focus()
  }
  return (
    <Card title={<Trans>Ask a question</Trans>}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <DraftNote draft={draft} />
        <Field
          id="ask-doctor"
          label={<Trans>Question to {name}</Trans>}
          required
          error={tried && content === '' ? t`Write your question.` : null}
          help={
            <Trans>
              Question and answer are published without your name, once we have read them. Write nothing that shows who
              you are. In an emergency call 112.
            </Trans>
          }
        >
          <TextArea
            rows={4}
            maxLength={QUESTION_MOST}
            value={draft.values.content}
            onChange={(event) => draft.set({ content: event.target.value })}
          />
        </Field>
        <div>
          <Button type="submit">
            {offline ? <Trans>Save on this device</Trans> : <Trans>Send the question</Trans>}
          </Button>
        </div>
        <LeaveGuard dirty={draft.dirty} draft />
      </form>
    </Card>
  )
}
