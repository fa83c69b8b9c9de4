import { getRouteApi } from '@tanstack/react-router'
import type { QuestionSearch } from '../../screen/search.ts'
import { ListSkeleton } from '../../ui/states.tsx'
import { QuestionPart } from './question-part.tsx'
import { useQuestions } from './queries.ts'

const route = getRouteApi('/signed-in/question')

/** /question (SCREENS B14): questions from visitors of the booking site; doctors answer, admins publish. */
export function QuestionsScreen() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const questions = useQuestions()
  if (!questions) return <ListSkeleton />
  const set = (patch: Partial<QuestionSearch>) =>
    void navigate({ search: { ...search, page: undefined, ...patch }, replace: true, resetScroll: false })
  return <QuestionPart questions={questions} search={search} set={set} />
}
