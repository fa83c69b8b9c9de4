import './question.css'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CircleQuestionMark } from 'lucide-react'
import { Freshness, OfflineBar } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty, ListSkeleton } from '../../ui/states.tsx'
import { OwnQuestions } from './own-questions.tsx'
import { useQuestions } from './queries.ts'
import { useAsked } from './use-asked.ts'

/** /my-questions: what a patient has asked, and the answers. */
export function MyQuestionsScreen() {
  const questions = useQuestions()
  const nameOf = useAsked()
  if (!questions) return <ListSkeleton />
  return (
    <div className="stack">
      <OfflineBar />
      <Card flush title={<Trans>My questions</Trans>} count={questions.length || null} aside={<Freshness />}>
        {questions.length > 0 ? (
          <OwnQuestions questions={questions} nameOf={nameOf} />
        ) : (
          <NeverFilled>
            <Empty
              icon={<CircleQuestionMark className="icon-lg" />}
              title={<Trans>You have not asked anything yet</Trans>}
              action={
                <Link className="btn primary" to="/appointment/new" search={{}}>
                  <Trans>Find a doctor</Trans>
                </Link>
              }
            >
              <Trans>Open a doctor’s page to ask a question. The answer comes here.</Trans>
            </Empty>
          </NeverFilled>
        )}
      </Card>
    </div>
  )
}
