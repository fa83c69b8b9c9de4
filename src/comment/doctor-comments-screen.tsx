import { Trans } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { fullName } from '../doctor/doctor-words.ts'
import { useDoctor } from '../doctor/queries.ts'
import type { CommentSearch } from '../shell/search.ts'
import { ListSkeleton, NotOnDevice } from '../ui/states.tsx'
import { CommentPart } from './comment-part.tsx'
import { useComments } from './queries.ts'

const route = getRouteApi('/signed-in/doctor/$id/comment')

/** /doctor/$id/comment (rule 77): the comments of one doctor, for the desk; that of a private clinic publishes them here. */
export function DoctorCommentsScreen() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const doctor = useDoctor(id)
  const comments = useComments()
  if (doctor === undefined || !comments) return <ListSkeleton />
  if (doctor === null || !doctor.mine) return <NotOnDevice />
  const set = (patch: Partial<CommentSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...patch }, replace: true, resetScroll: false })
  return (
    <div className="stack">
      <p>
        <Link to="/doctor/$id" params={{ id }}>
          <Trans>To the card of {fullName(doctor)}</Trans>
        </Link>
      </p>
      <CommentPart
        ofOneDoctor
        comments={comments.filter(({ doctorId }) => doctorId === id)}
        search={search}
        set={set}
      />
    </div>
  )
}
