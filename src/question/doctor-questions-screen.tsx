import { Trans } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { fullName } from '../doctor/doctor-words.ts'
import { useDoctor } from '../doctor/queries.ts'
import type { QuestionSearch } from '../shell/search.ts'
import { ListSkeleton, NotOnDevice } from '../ui/states.tsx'
import { QuestionPart } from './question-part.tsx'
import { useQuestions } from './queries.ts'

const route = getRouteApi('/signed-in/doctor/$id/question')

/** /doctor/$id/question (rule 77): what one doctor is asked, alone or with their branch; the desk of a private clinic publishes it here. */
export function DoctorQuestionsScreen() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const doctor = useDoctor(id)
  const questions = useQuestions()
  if (doctor === undefined || !questions) return <ListSkeleton />
  if (doctor === null || !doctor.mine) return <NotOnDevice />
  const set = (patch: Partial<QuestionSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...patch }, replace: true, resetScroll: false })
  return (
    <div className="stack">
      <p>
        <Link to="/doctor/$id" params={{ id }}>
          <Trans>To the card of {fullName(doctor)}</Trans>
        </Link>
      </p>
      <QuestionPart
        questions={questions.filter(
          ({ doctorId, answererId, branchId }) =>
            doctorId === id || answererId === id || (doctorId === null && doctor.branchIds.includes(branchId ?? '')),
        )}
        search={search}
        set={set}
      />
    </div>
  )
}
