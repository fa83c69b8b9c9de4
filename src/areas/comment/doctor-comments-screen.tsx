import { getRouteApi } from '@tanstack/react-router'
import { OfDoctor } from '../doctor/of-doctor.tsx'
import type { CommentSearch } from '../../screen/search.ts'
import { ListSkeleton } from '../../ui/states.tsx'
import { CommentPart } from './comment-part.tsx'
import { useComments } from './queries.ts'

const route = getRouteApi('/signed-in/doctor/$id/comment')

/** /doctor/$id/comment (rule 77): the comments on one doctor, for the desk; a private clinic's desk publishes here. */
export function DoctorCommentsScreen() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const comments = useComments()
  if (!comments) return <ListSkeleton />
  const set = (patch: Partial<CommentSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...patch }, replace: true, resetScroll: false })
  return (
    <OfDoctor id={id}>
      {() => (
        <CommentPart
          ofOneDoctor
          comments={comments.filter(({ doctorId }) => doctorId === id)}
          search={search}
          set={set}
        />
      )}
    </OfDoctor>
  )
}
