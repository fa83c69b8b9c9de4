import { Trans } from '@lingui/react/macro'
import { MessageSquareText } from 'lucide-react'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { useCommentActs } from './comment-acts.tsx'
import { CommentTable } from './comment-table.tsx'
import type { ShownComment } from './queries.ts'

/** A patient's comments on their visits, on their card (SCREENS B7 "comments"). */
export function PatientComments({ comments }: { comments: readonly ShownComment[] | undefined }) {
  const { itemsOf, dialogs, read } = useCommentActs()
  if (!comments) return <ListSkeleton rows={2} />
  return (
    <Card flush title={<Trans>Comments</Trans>} count={comments.length || null}>
      {comments.length > 0 ? (
        <CommentTable comments={comments} itemsOf={itemsOf} onRead={read} />
      ) : (
        <NeverFilled>
          <Empty icon={<MessageSquareText className="icon-lg" />} title={<Trans>No comments yet</Trans>}>
            <Trans>Patients are asked after a completed appointment.</Trans>
          </Empty>
        </NeverFilled>
      )}
      {dialogs}
    </Card>
  )
}
