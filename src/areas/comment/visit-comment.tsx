import './comment.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Comment } from '../../../contract/comment/comment.ts'
import { whyNotComment } from '../../../contract/comment/comment.rules.ts'
import type { ShownVisit } from '../appointment/queries.ts'
import { formatDate } from '../../i18n/format.ts'
import { RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { DraftNote } from '../../screen/draft-note.tsx'
import { useFormDraft } from '../../screen/form-draft.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useSaySaved } from '../../screen/say-saved.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, FieldGroup } from '../../ui/field.tsx'
import { Stars, StarsInput } from '../../ui/stars.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { addComment } from './commands.ts'
import { ClinicAnswer } from './clinic-answer.tsx'
import { CommentState } from './comment-state.tsx'
import { useCommentOn } from './queries.ts'

/**
 * The comment on a visit (rule 77); its patient writes it here once the visit is over, also offline. Nothing if there
 * is nothing to say.
 */
export function VisitComment({ visit, doctorName }: { visit: ShownVisit; doctorName: string }) {
  const { person, zone } = useDevice()
  const comment = useCommentOn(visit.id)
  if (comment === undefined) return null
  if (comment)
    return (
      <Card
        title={person.type === 'patient' ? <Trans>Your comment</Trans> : <Trans>Comment of the patient</Trans>}
        aside={<RecordChange of={comment} />}
      >
        <div className="comment-given">
          <Stars value={comment.rate} />
          {comment.content && <p className="comment-whole">{comment.content}</p>}
          <p className="row wrap sm dim">
            {formatDate(comment.createdAt, zone)} <CommentState comment={comment} />
          </p>
          <ClinicAnswer comment={comment} />
        </div>
      </Card>
    )
  if (person.type !== 'patient' || visit.noShowAt || whyNotComment(visit, undefined)) return null
  return (
    <div id="comment">
      <CommentForm key={visit.id} visit={visit} doctorName={doctorName} />
    </div>
  )
}

type Typed = { readonly rate: Comment['rate'] | null; readonly content: string }

function CommentForm({ visit, doctorName }: { visit: ShownVisit; doctorName: string }) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const draft = useFormDraft<Typed>(`comment:${visit.id}`, { rate: null, content: '' })
  const [tried, setTried] = useState(false)
  const { rate, content } = draft.values

  async function send() {
    setTried(true)
    if (rate === null) return document.querySelector<HTMLElement>('input[name="visit-stars"]')?.focus()
    const saved = await say(
      () => addComment(device, visit, { rate, content: content.trim() }),
      t`Comment on ${doctorName}`,
    )
    if (saved) await draft.drop()
  }
  return (
    <Card title={<Trans>How was your appointment?</Trans>}>
      <form
        className="comment-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <DraftNote draft={draft} />
        <FieldGroup
          label={<Trans>Stars for {doctorName}</Trans>}
          required
          error={tried && rate === null ? t`Choose one to five stars.` : null}
        >
          <StarsInput name="visit-stars" value={rate} onChange={(next) => draft.set({ rate: next })} />
        </FieldGroup>
        <Field
          label={<Trans>In your words</Trans>}
          help={<Trans>We read it before it is published. Do not write anything about your health.</Trans>}
        >
          <TextArea maxLength={2000} value={content} onChange={(event) => draft.set({ content: event.target.value })} />
        </Field>
        <div>
          <Button type="submit" look="primary">
            {offline ? <Trans>Save on this device</Trans> : <Trans>Send the comment</Trans>}
          </Button>
        </div>
        <LeaveGuard dirty={draft.dirty} draft />
      </form>
    </Card>
  )
}
