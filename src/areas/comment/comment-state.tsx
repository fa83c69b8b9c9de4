import { Trans } from '@lingui/react/macro'
import type { Comment } from '../../../contract/comment/comment.ts'

/** Whether a comment is public, and whether its doctor has reported it. */
export function CommentState({
  comment: { published, reportedAt },
}: {
  comment: Pick<Comment, 'published' | 'reportedAt'>
}) {
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
    </span>
  )
}
