import { Trans } from '@lingui/react/macro'
import type { Comment } from '../../../contract/comment/comment.ts'

/** Whether a comment is public, whether its doctor has reported it, and whether its clinic has answered. */
export function CommentState({
  comment,
}: {
  comment: Pick<Comment, 'published' | 'reportedAt' | 'answer' | 'answerPublished'>
}) {
  const { published, reportedAt } = comment
  return (
    <span className="row wrap">
      <span className="badge plain" data-tone={published ? 'completed' : 'cancelled'}>
        {published ? <Trans context="content">published</Trans> : <Trans context="content">not published</Trans>}
      </span>
      {reportedAt !== null && (
        <span className="badge" data-tone="to-close">
          <Trans context="content">reported</Trans>
        </span>
      )}
      <AnswerState comment={comment} />
    </span>
  )
}

/** Whether the clinic's answer is public; nothing if there is none. */
export function AnswerState({
  comment: { answer, answerPublished },
}: {
  comment: Pick<Comment, 'answer' | 'answerPublished'>
}) {
  if (!answer) return null
  return (
    <span className="badge plain" data-tone={answerPublished ? 'completed' : 'cancelled'}>
      {answerPublished ? <Trans>Answer published</Trans> : <Trans>Answer not published</Trans>}
    </span>
  )
}
