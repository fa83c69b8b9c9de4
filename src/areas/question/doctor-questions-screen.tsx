import { getRouteApi } from '@tanstack/react-router'
import { OfDoctor } from '../doctor/of-doctor.tsx'
import type { QuestionSearch } from '../../screen/search.ts'
import { ListSkeleton } from '../../ui/states.tsx'
import { QuestionPart } from './question-part.tsx'
import { useQuestions } from './queries.ts'

const route = getRouteApi('/signed-in/doctor/$id/question')

/**
 * /doctor/$id/question (rule 77): questions to one doctor, or to the doctor's specialty; the desk of a private clinic
 * publishes here.
 */
export function DoctorQuestionsScreen() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const questions = useQuestions()
  if (!questions) return <ListSkeleton />
  const set = (patch: Partial<QuestionSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...patch }, replace: true, resetScroll: false })
  return (
    <OfDoctor id={id}>
      {(doctor) => (
        <QuestionPart
          questions={questions.filter(
            ({ doctorId, answererId, branchId }) =>
              doctorId === id || answererId === id || (doctorId === null && doctor.branchIds.includes(branchId ?? '')),
          )}
          search={search}
          set={set}
        />
      )}
    </OfDoctor>
  )
}
