import './comment.css'
import { Trans } from '@lingui/react/macro'
import type { Comment } from '../../../contract/comment/comment.ts'
import { useDevice } from '../../screen/device.ts'
import { AnswerState } from './comment-state.tsx'

/** What the clinic answered to a comment, under it. Whoever works with comments also reads whether it is public. */
export function ClinicAnswer({ comment }: { comment: Pick<Comment, 'answer' | 'answerPublished'> }) {
  const { person } = useDevice()
  if (!comment.answer) return null
  return (
    <div className="clinic-answer">
      <p className="row wrap sm dim">
        <Trans>Answer of the clinic</Trans> {person.type !== 'patient' && <AnswerState comment={comment} />}
      </p>
      <p className="comment-whole">{comment.answer}</p>
    </div>
  )
}
