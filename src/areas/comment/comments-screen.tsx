import { getRouteApi } from '@tanstack/react-router'
import type { CommentSearch } from '../../screen/search.ts'
import { ListSkeleton } from '../../ui/states.tsx'
import { CommentPart } from './comment-part.tsx'
import { useComments } from './queries.ts'

const route = getRouteApi('/signed-in/comment')

/** /comment (SCREENS B13): patients' comments on their visits; doctors read, admins publish. */
export function CommentsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const comments = useComments()
  if (!comments) return <ListSkeleton />
  const set = (patch: Partial<CommentSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...patch }, replace: true, resetScroll: false })
  return <CommentPart comments={comments} search={search} set={set} />
}
